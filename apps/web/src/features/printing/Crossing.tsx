import { fontFamily, measure } from './measure.ts';

interface Props {
  readonly text: string;
  readonly language: string;
  /** Millimetres, as `size`: the height of the letters. */
  readonly width: number;
  readonly size: number;
}

const angle = Math.PI / 9;
const [sin, cos] = [Math.sin(angle), Math.cos(angle)];

/** Two parallel lines across, from the lower left to the upper right, and what they mean between them. */
export function Crossing({ text, language, width, size }: Props) {
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
