import type { ScopeArea, TokenScope } from '@daybook/domain';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';

type Verb = 'read' | 'write';

/** The two parts of a scope: `bills:read` is to read bills. */
export const partsOf = (scope: TokenScope) => scope.split(':') as [ScopeArea, Verb];

/** What scopes are called. */
export function useScopeTexts() {
  const { t } = useTranslation('tokens');
  const { locale } = useFormat();
  const areaOf = (area: ScopeArea, verbs: readonly Verb[]) =>
    t('scope', {
      area: t(`areas.${area}`),
      verb: new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(
        verbs.map((verb) => t(`verbs.${verb}`).toLocaleLowerCase(locale)),
      ),
    });
  const textOf = (scope: TokenScope) => {
    const [area, verb] = partsOf(scope);
    return areaOf(area, [verb]);
  };
  /** Several, an area after the other. */
  const listOf = (scopes: readonly TokenScope[]) =>
    [...Map.groupBy(scopes, (scope) => partsOf(scope)[0])]
      .map(([area, some]) =>
        areaOf(
          area,
          some.map((scope) => partsOf(scope)[1]),
        ),
      )
      .join(' · ');
  return { textOf, listOf };
}
