import { directionOf } from '../../../i18n/languages.ts';
import type { Paper } from '../usePaper.ts';

interface Props {
  readonly text: (of: Paper) => string;
  readonly paper: Paper;
  readonly second: Paper | undefined;
}

/** The same in one language or in two. */
export function Both({ text, paper, second }: Props) {
  return (
    <>
      <span>{text(paper)}</span>
      {second && (
        <span className="list-second">
          <bdi lang={second.language} dir={directionOf(second.language)}>
            {text(second)}
          </bdi>
        </span>
      )}
    </>
  );
}
