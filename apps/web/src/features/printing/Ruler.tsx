interface Props {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
}

const upTo = (length: number, step: number) =>
  Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);

/** A grid of millimetres, with a number each centimetre. */
export function Ruler({ width, height }: Props) {
  const grid = (step: number) =>
    [
      ...upTo(width, step).map((x) => `M${x} 0V${height}`),
      ...upTo(height, step).map((y) => `M0 ${y}H${width}`),
    ].join('');
  return (
    <svg
      className="ruler"
      viewBox={`0 0 ${width} ${height}`}
      style={{ width: `${width}mm`, height: `${height}mm` }}
      aria-hidden
    >
      <path d={grid(1)} strokeWidth={0.05} stroke="#c4cad4" />
      <path d={grid(5)} strokeWidth={0.1} stroke="#9aa3b2" />
      <path d={grid(10)} strokeWidth={0.15} stroke="#5a6472" />
      {upTo(width, 10).map((x) => (
        <text key={`x${x}`} x={x + 0.4} y={2.2}>
          {x || ''}
        </text>
      ))}
      {upTo(height, 10).map((y) => (
        <text key={`y${y}`} x={0.4} y={y - 0.4}>
          {y || ''}
        </text>
      ))}
    </svg>
  );
}
