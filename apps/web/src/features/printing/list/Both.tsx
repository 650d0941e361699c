import { directionOf } from '../../../i18n/languages.ts';
import type { Paper } from '../usePaper.ts';

interface Props {
  readonly text: (of: Paper) => string;
  readonly paper: Paper;
  readonly second: Paper | undefined;
  /** Of figures, which run from left to right in every language. */
  readonly dir?: 'ltr';
}

// Marks of direction that only one of the languages needs make no difference.
const bare = (text: string) => text.replace(/\p{Cf}/gu, '');

/** The same in one language or in two; once where both say it alike. */
export function Both({ text, paper, second, dir }: Props) {
  const [one, other] = [text(paper), second && text(second)];
  return (
    <>
      <span className={dir && 'ltr number'}>{one}</span>
      {second && other !== undefined && bare(other) !== bare(one) && (
        <span className="list-second">
          <bdi className={dir && 'number'} lang={second.language} dir={dir ?? directionOf(second.language)}>
            {other}
          </bdi>
        </span>
      )}
    </>
  );
}
