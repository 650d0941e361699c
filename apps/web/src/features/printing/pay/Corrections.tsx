import type { Correction } from '@daybook/domain';
import { Both } from '../list/Both.tsx';
import { Amount, Day } from './Figure.tsx';
import type { Papers } from './papers.ts';
import { fieldTexts } from './shown.ts';

interface Props {
  readonly corrections: readonly Correction[];
  readonly papers: Papers;
}

/** What has changed of days that were settled before. */
export function Corrections({ corrections, papers }: Props) {
  return (
    <>
      <h3>
        <Both text={({ t }) => t('pay.corrections')} {...papers} />
      </h3>
      <table className="pay-corrections">
        <thead>
          <tr>
            <th scope="col">
              <Both text={({ t }) => t('date')} {...papers} />
            </th>
            <th scope="col">
              <Both text={({ t }) => t('pay.what')} {...papers} />
            </th>
            <th scope="col" className="amount">
              <Both text={({ t }) => t('pay.before')} {...papers} />
            </th>
            <th scope="col" className="amount">
              <Both text={({ t }) => t('pay.after')} {...papers} />
            </th>
          </tr>
        </thead>
        <tbody>
          {corrections.map(({ date, field, before, after }) => (
            <tr key={date + field}>
              <th scope="row">
                <Day value={date} {...papers} />
              </th>
              <td>
                <Both text={({ t }) => t(fieldTexts[field])} {...papers} />
              </td>
              <td className="amount">
                <Amount value={before} {...papers} />
              </td>
              <td className="amount pay-after">
                <Amount value={after} {...papers} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pay-small">
        <Both text={({ t }) => t('pay.correctionsIncluded')} {...papers} />
      </p>
    </>
  );
}
