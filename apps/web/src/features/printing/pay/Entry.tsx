import type { PayLine } from '@daybook/domain';
import { isolated } from '../../../lib/bidi.ts';
import { Name } from '../../../ui/Values.tsx';
import { Both } from '../list/Both.tsx';
import type { Papers } from './papers.ts';
import { kindTexts } from './shown.ts';

interface Props extends Papers {
  readonly entry: PayLine['entries'][number];
}

/** What a day has besides the entries that are listed. */
export function MoreEntries({
  line: { entries, entriesCount },
  ...papers
}: Papers & { readonly line: PayLine }) {
  const more = entriesCount - entries.length;
  return (
    more > 0 && (
      <Both text={({ t, formats }) => t('pay.moreEntries', { number: formats.number(more) })} {...papers} />
    )
  );
}

/** An entry in words: Advance 200.00, and what was noted. */
export function Entry({ entry: { kind, amount, extraNotes }, ...papers }: Props) {
  return (
    <>
      <Both
        text={({ t, formats }) => `${t(kindTexts[kind])} ${isolated(formats.amount(amount))}`}
        {...papers}
      />
      {extraNotes && (
        <span className="pay-notes">
          <Name>{extraNotes}</Name>
        </span>
      )}
    </>
  );
}
