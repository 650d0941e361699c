import { Both } from '../list/Both.tsx';
import type { Papers } from './papers.ts';

interface Props extends Papers {
  readonly value: string;
}

/** An amount, as each language writes it. */
export const Amount = ({ value, ...papers }: Props) => (
  <Both dir="ltr" text={({ formats }) => formats.amount(value)} {...papers} />
);

/** The same with the currency of the business. */
export const Money = ({ value, ...papers }: Props) => (
  <Both dir="ltr" text={({ formats }) => formats.money(value)} {...papers} />
);

/** With the day of the week. */
export const Day = ({ value, ...papers }: Props) => (
  <Both text={({ formats }) => formats.longDay(value)} {...papers} />
);

interface DurationProps extends Papers {
  readonly minutes: number;
}

/** Hours and minutes. */
export const Duration = ({ minutes, ...papers }: DurationProps) => (
  <Both dir="ltr" text={({ formats }) => formats.duration(minutes)} {...papers} />
);
