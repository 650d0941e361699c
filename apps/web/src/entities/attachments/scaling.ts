// Runs in a worker of its own, and on the page where the browser draws nothing in workers.

/** The longer side of a picture that is sent, and of its thumbnail. */
const MAX_SIDE = 2000;
const THUMBNAIL_SIDES = [128, 96] as const;
/** The longest data URI that the service takes for a thumbnail. */
const MAX_THUMBNAIL = 12_000;
/** Good enough for small print. */
const QUALITY = 0.85;
/** A screenshot of this size stays a PNG. */
const SMALL_PNG = 400_000;

/** Clockwise. */
export type QuarterTurns = 0 | 1 | 2 | 3;

export interface Job {
  readonly file: Blob;
  readonly turns: QuarterTurns;
}

export interface Scaled {
  /** Without what a camera notes in it, such as the place. */
  readonly file: Blob;
  /** A data URI; null where none is small enough. */
  readonly thumbnail: string | null;
}

/** The size within a square, in whole pixels; nothing grows. */
export function fitted(width: number, height: number, side: number) {
  const factor = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  };
}

type Canvas = OffscreenCanvas | HTMLCanvasElement;

function newCanvas(width: number, height: number): Canvas {
  if ('OffscreenCanvas' in globalThis) return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement('canvas'), { width, height });
}

function encode(canvas: Canvas, type: string, quality: number): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality });
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('No room for the picture.'))),
      type,
      quality,
    ),
  );
}

function draw(bitmap: ImageBitmap, turns: QuarterTurns, side: number): Canvas {
  const { width, height } = fitted(bitmap.width, bitmap.height, side);
  const isTurned = turns % 2 === 1;
  const canvas = newCanvas(isTurned ? height : width, isTurned ? width : height);
  const context = canvas.getContext('2d') as
    | CanvasRenderingContext2D
    | OffscreenCanvasRenderingContext2D
    | null;
  if (!context) throw new Error('No room for the picture.');
  // What is transparent in a PNG would be black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return canvas;
}

async function dataUri(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return `data:${blob.type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`;
}

/** A browser that writes no WebP answers a PNG. */
async function encodeSmall(canvas: Canvas, quality: number): Promise<Blob> {
  const small = await encode(canvas, 'image/webp', quality);
  return small.type === 'image/webp' ? small : encode(canvas, 'image/jpeg', quality);
}

async function thumbnailOf(bitmap: ImageBitmap, turns: QuarterTurns): Promise<string | null> {
  for (const side of THUMBNAIL_SIDES) {
    const canvas = draw(bitmap, turns, side);
    for (const quality of [0.8, 0.6, 0.4]) {
      const uri = await dataUri(await encodeSmall(canvas, quality));
      if (uri.length <= MAX_THUMBNAIL) return uri;
    }
  }
  return null;
}

async function encodeWhole(canvas: Canvas, type: string): Promise<Blob> {
  if (type === 'image/png') {
    const png = await encode(canvas, type, 1);
    if (png.size <= SMALL_PNG) return png;
  }
  return encode(canvas, 'image/jpeg', QUALITY);
}

/** A picture that is upright and not too large, and its thumbnail. @throws where it cannot be read as a picture */
export async function scale({ file, turns }: Job): Promise<Scaled> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const whole = await encodeWhole(draw(bitmap, turns, MAX_SIDE), file.type);
    return { file: whole, thumbnail: await thumbnailOf(bitmap, turns) };
  } finally {
    bitmap.close();
  }
}

if ('WorkerGlobalScope' in globalThis)
  addEventListener('message', async ({ data }: MessageEvent<Job>) => {
    const answer = await scale(data).catch(() => undefined);
    postMessage(answer);
  });
