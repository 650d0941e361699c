import { isNegative } from '../lib/amounts.ts';
import { useFormat } from '../lib/format.ts';

/** An amount: negative by sign and by colour. */
export function Money({ value }: { value: string }) {
  const { money } = useFormat();
  return <span className={`ltr number${isNegative(value) ? ' negative' : ''}`}>{money(value)}</span>;
}

/** A day. */
export function Day({ value }: { value: string }) {
  const { day } = useFormat();
  return <span className="number">{day(value)}</span>;
}

/** A name or free text, whatever its script, that does not disturb the text around it. */
export function Name({ children }: { children: string }) {
  return children && <bdi>{children}</bdi>;
}

/** A serial, a phone number, a time: from left to right in every language. */
export function Code({ children }: { children: string }) {
  return children && <span className="ltr number">{children}</span>;
}

/** A phone number, an address, JSON: as Code, on several lines where it is long. */
export function LongCode({ children }: { children: string }) {
  return children && <span className="ltr reach">{children}</span>;
}
