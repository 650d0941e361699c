import { Text } from '@mantine/core';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Loading } from '../../ui/states.tsx';
import type { ShownProps } from './Viewer.tsx';

export interface Detail {
  readonly name: string;
  readonly value: string;
}

/** Reads a PDF, in pdf.js's own worker; what it would execute is not executed. @throws where it cannot be read */
async function openPdf(blob: Blob) {
  const [pdfjs, { default: worker }, data] = await Promise.all([
    import('pdfjs-dist'),
    import('pdfjs-dist/build/pdf.worker.min.mjs?url'),
    blob.arrayBuffer(),
  ]);
  pdfjs.GlobalWorkerOptions.workerSrc = new URL(worker, import.meta.url).href;
  return pdfjs.getDocument({
    data,
    // Neither scripts nor forms that a file brings along.
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
  });
}

/** Draws a page on a canvas. @param width in pixels of the screen */
function render(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number, rotation = page.rotate) {
  const { width: own } = page.getViewport({ scale: 1, rotation });
  const viewport = page.getViewport({ scale: width / own, rotation });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  return page.render({ canvas, viewport });
}

const ZOOM_STEP = 1.35;
const MAX_ZOOM = 5;

/** The pages of a PDF one below the other, each drawn when it comes into view. */
export function PdfPages({ blob, turns, handle }: ShownProps) {
  const { t } = useTranslation('attachments');
  const [pages, setPages] = useState<readonly PDFPageProxy[]>();
  const [isBroken, setBroken] = useState(false);
  const [zoomed, setZoomed] = useState(1);
  useImperativeHandle(handle, () => ({
    zoom: (direction) =>
      setZoomed((now) =>
        direction === 0 ? 1 : Math.min(MAX_ZOOM, Math.max(1, now * ZOOM_STEP ** direction)),
      ),
  }));
  useEffect(() => {
    let isOver = false;
    const opened = openPdf(blob);
    opened
      .then(({ promise }) => promise)
      .then(pagesOf)
      .then(
        (found) => !isOver && setPages(found),
        () => !isOver && setBroken(true),
      );
    return () => {
      isOver = true;
      void opened.then((task) => task.destroy());
    };
  }, [blob]);
  if (isBroken) return <Text p="xl">{t('pdfUnreadable')}</Text>;
  if (!pages) return <Loading />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className="pages" tabIndex={0} aria-label={t('pages')}>
      {pages.map((page) => (
        <Page key={page.pageNumber} page={page} count={pages.length} turns={turns} zoomed={zoomed} />
      ))}
    </section>
  );
}

const pagesOf = (pdf: PDFDocumentProxy) =>
  Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));

interface PageProps {
  readonly page: PDFPageProxy;
  readonly count: number;
  readonly turns: number;
  readonly zoomed: number;
}

function Page({ page, count, turns, zoomed }: PageProps) {
  const { t } = useTranslation('attachments');
  const { number } = useFormat();
  const canvas = useRef<HTMLCanvasElement>(null);
  const rotation = (page.rotate + turns * 90) % 360;
  const { width, height } = page.getViewport({ scale: 1, rotation });
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    element.style.width = `calc(min(100%, 56rem) * ${zoomed})`;
    let task: ReturnType<typeof render> | undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting || task) return;
        task = render(page, element, element.clientWidth * devicePixelRatio, rotation);
        task.promise.then(
          () => element.setAttribute('data-drawn', ''),
          () => undefined,
        );
      },
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      task?.cancel();
    };
  }, [page, rotation, zoomed]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('page', { number: number(page.pageNumber), total: number(count) })}
      style={{ aspectRatio: `${width} / ${height}` }}
    />
  );
}

/** About 150 dots an inch on A4. */
const PRINTED_WIDTH = 1240;

async function printedPages(blob: Blob): Promise<HTMLElement[]> {
  if (blob.type !== 'application/pdf') {
    const image = new Image();
    image.src = URL.createObjectURL(blob);
    await image.decode().finally(() => URL.revokeObjectURL(image.src));
    return [image];
  }
  const task = await openPdf(blob);
  try {
    const canvases: HTMLElement[] = [];
    for (const page of await pagesOf(await task.promise)) {
      const canvas = document.createElement('canvas');
      await render(page, canvas, PRINTED_WIDTH).promise;
      canvases.push(canvas);
    }
    return canvases;
  } finally {
    await task.destroy();
  }
}

function listOf(details: readonly Detail[]): HTMLElement {
  const list = document.createElement('dl');
  for (const { name, value } of details) {
    const term = document.createElement('dt');
    const text = document.createElement('dd');
    term.textContent = name;
    text.textContent = value;
    text.dir = 'auto';
    list.append(term, text);
  }
  return list;
}

/** Prints a picture, or the pages of a PDF, and nothing else of the page. @param details above it */
export async function printFile(blob: Blob, details: readonly Detail[]): Promise<void> {
  const sheets = document.createElement('div');
  sheets.className = 'printed-file';
  sheets.append(...(details.length > 0 ? [listOf(details)] : []), ...(await printedPages(blob)));
  document.body.append(sheets);
  addEventListener('afterprint', () => sheets.remove(), { once: true });
  window.print();
}
