import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay, useMe } from '../../data/me.ts';
import { useSavedViews } from '../../data/SavedViews.tsx';
import { menuNamespaces } from '../../features.ts';
import { useMenuTitles } from '../Navigation.tsx';
import { type Item, keywordsOf, menuPages, subPages } from './items.ts';

interface Page extends Item {
  /** After G. */
  readonly letter: string | undefined;
}

const named = [...menuNamespaces, 'imports', 'security'] as const;

/** Every page that the caller may see. */
export function usePages(): readonly Page[] {
  const { t } = useTranslation(named);
  const { t: commands } = useTranslation('commands');
  const may = useMay();
  const { _id } = useMe();
  const titleOf = useMenuTitles();
  const navigate = useNavigate();
  const page = (to: (typeof menuPages)[number]['to'] | (typeof subPages)[number]['to'], letter?: string) => ({
    id: `page ${to}`,
    group: 'pages' as const,
    letter,
    keys: letter && `g ${letter}`,
    run: () => void navigate({ to }),
  });
  return [
    ...menuPages
      .filter(({ needs }) => may(needs, _id))
      .map(({ name, to, letter }) => ({
        ...page(to, letter),
        label: titleOf(name),
        keywords: keywordsOf(commands, name),
      })),
    ...subPages
      .filter(({ needs }) => may(needs))
      .map(({ name, to, text, under, letter }) => {
        const hint = t(`${under}:title`);
        return {
          ...page(to, letter),
          label: t(text),
          hint,
          keywords: `${hint} ${keywordsOf(commands, name)}`,
        };
      }),
  ];
}

/** The caller's saved views of lists. */
export function useViews(): readonly Item[] {
  const { t } = useTranslation(menuNamespaces);
  const { views } = useSavedViews();
  const navigate = useNavigate();
  return views.map(({ page, name, search }) => {
    const list = menuPages.find(({ to }) => to === page);
    const hint = list && t(`${list.name}:title`);
    return {
      id: `view ${page} ${name}`,
      group: 'views',
      label: name,
      hint,
      keywords: hint,
      run: () => void navigate({ to: page, search: search as never }),
    };
  });
}
