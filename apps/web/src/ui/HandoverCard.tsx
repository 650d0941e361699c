import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import './handover.css';

/** Terms, and what is said of each. */
export type HandoverLines = readonly (readonly [term: string, value: string])[];

interface Props {
  readonly lines: HandoverLines;
  /** Shown as a QR code. */
  readonly link?: string | undefined;
  /** Below the lines. */
  readonly children?: ReactNode;
}

/** What somebody is given to log in with, to be printed. */
export function HandoverCard({ lines, link, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className="handover">
      {link !== undefined && <QrCode text={link} label={t('linkCode')} />}
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
      {children}
    </div>
  );
}

/** Copies what the card says. */
export function CopyCard({ value }: { readonly value: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          {t(copied ? 'password.copied' : 'password.copy')}
        </Button>
      )}
    </CopyButton>
  );
}

export function PrintCard() {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      onClick={() => window.print()}
    >
      {t('print')}
    </Button>
  );
}

/** Dark on light in every theme, as cameras expect it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 4 });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path d={path} />
    </svg>
  );
}
