import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import './handover.css';

/** Terms, and what is said of each. */
export type HandoverLines = readonly (readonly [term: string, value: string])[];

interface Props {
  readonly lines: HandoverLines;
  /** Shown as a QR code. */
  readonly link?: string | undefined;
}

/** What somebody is given to log in for the first time, to be printed. */
export function HandoverCard({ lines, link }: Props) {
  return (
    <div className="handover">
      {link !== undefined && <QrCode text={link} />}
      <dl>
        {lines.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Dark on light in every theme, as cameras expect it. */
function QrCode({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 4 });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg role="img" aria-label={t('linkCode')} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path d={path} />
    </svg>
  );
}
