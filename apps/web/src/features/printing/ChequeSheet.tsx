import type { ChequeForm } from '@daybook/domain';
import { directionOf } from '../../i18n/languages.ts';
import { Ruler } from './FormFields.tsx';
import { PageSize } from './paper.tsx';
import {
  type ChequeTexts,
  type FieldName,
  fieldNames,
  type Measure,
  paperOf,
  placeBox,
  placeTexts,
} from './places.ts';

/** What the sheet is set in, too. */
export const fontFamily =
  'Arial, "Liberation Sans", "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "DejaVu Sans", sans-serif';

const large = 100;
let context: CanvasRenderingContext2D | null | undefined;

/** Measured in large letters: widths of small ones are rounded. */
export const measure: Measure = (text, size) => {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = `${large}px ${fontFamily}`;
  return (context.measureText(text).width / large) * size;
};

interface CrossingProps {
  readonly text: string;
  readonly language: string;
  /** Millimetres, as `size`: the height of the letters. */
  readonly width: number;
  readonly size: number;
}

const angle = Math.PI / 9;
const [sin, cos] = [Math.sin(angle), Math.cos(angle)];

/** Two parallel lines across, from the lower left to the upper right, and what they mean between them. */
function Crossing({ text, language, width, size }: CrossingProps) {
  const gap = size * 1.9;
  const length = Math.max(0, (width - gap * sin) / cos);
  const height = length * sin + gap * cos;
  const letters = Math.min(size, (size * length * 0.94) / measure(text, size));
  const line = { x1: -length / 2, x2: length / 2, stroke: 'currentColor', strokeWidth: 0.35 };
  return (
    <svg
      className="crossing"
      viewBox={`0 0 ${width} ${height}`}
      style={{ width: `${width}mm`, height: `${height}mm` }}
      aria-hidden
    >
      <g transform={`translate(${width / 2} ${height / 2}) rotate(${(-angle * 180) / Math.PI})`}>
        <line {...line} y1={-gap / 2} y2={-gap / 2} />
        <line {...line} y1={gap / 2} y2={gap / 2} />
        <text
          lang={language}
          fill="currentColor"
          fontFamily={fontFamily}
          fontSize={letters}
          textAnchor="middle"
          dominantBaseline="central"
        >
          {text}
        </text>
      </g>
    </svg>
  );
}

interface ChequeSheetProps {
  readonly form: ChequeForm;
  readonly contents: ChequeTexts;
  /** What stands between the lines across the corner; without it there are none. */
  readonly crossing?: string | undefined;
  /** Of the words. */
  readonly language: string;
  /** On a test sheet, the names of the fields: each has its box, on a grid of millimetres. */
  readonly names?: Readonly<Record<FieldName, string>>;
}

const mm = (length: number) => `${length}mm`;

/** A cheque as it goes to paper; all positions are millimetres from the corner of the form. */
export function ChequeSheet({ form, contents, crossing, language, names }: ChequeSheetProps) {
  const paper = paperOf(form);
  const { crossed } = form.fields;
  const across = crossed && placeBox(form, { width: 32, size: 3, ...crossed });
  return (
    <div className="cheque-paper" dir="ltr" style={{ width: mm(paper.width), height: mm(paper.height) }}>
      <PageSize width={paper.width} height={paper.height} />
      <div
        className="cheque-sheet"
        style={{
          left: mm(paper.left),
          top: mm(paper.top),
          width: mm(form.width),
          height: mm(form.height),
          fontFamily,
        }}
      >
        {names && <Ruler width={form.width} height={form.height} />}
        {names && fieldNames.map((name) => <Box key={name} form={form} name={name} label={names[name]} />)}
        {placeTexts(form, contents, measure).map(({ name, text, x, y, width, size }) => {
          const isFigure = name === 'date' || name === 'amount';
          return (
            <div
              key={name}
              className="cheque-text"
              data-field={name}
              lang={isFigure ? undefined : language}
              dir={isFigure ? 'ltr' : directionOf(language)}
              style={{ left: mm(x), top: mm(y), width: mm(width), fontSize: mm(size), height: mm(size) }}
            >
              <bdi>{text}</bdi>
            </div>
          );
        })}
        {across && crossing && (
          <div className="cheque-text" data-field="crossed" style={{ left: mm(across.x), top: mm(across.y) }}>
            <Crossing text={crossing} language={language} width={across.width} size={across.size} />
          </div>
        )}
      </div>
    </div>
  );
}

interface BoxProps {
  readonly form: ChequeForm;
  readonly name: FieldName;
  readonly label: string;
}

function Box({ form, name, label }: BoxProps) {
  const place = form.fields[name];
  if (!place) return null;
  const { x, y, width, size } = placeBox(form, place);
  return (
    <div className="cheque-box" style={{ left: mm(x), top: mm(y), width: mm(width), height: mm(size) }}>
      <bdi>{label}</bdi>
    </div>
  );
}
