import { type Resource, resources } from '@daybook/domain';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChosenPreferences, useMay, useMe } from '../../data/me.ts';
import { usePreferenceChange } from '../../data/preferences.tsx';
import { navItems } from '../../features.ts';
import { languageOf, languages, nameOf } from '../../i18n/languages.ts';
import { isOnScreen, pressOnScreen, shortcuts } from '../../lib/shortcuts.ts';
import { useLogOut } from '../AccountMenu.tsx';
import { type Item, keywordsOf } from './items.ts';

type MenuResource = Extract<(typeof navItems)[number]['name'], Resource>;
/** In the order of the menu. */
const inMenu = navItems.flatMap(({ name, to }) =>
  resources.some((resource) => resource === name) ? [{ resource: name as MenuResource, to }] : [],
);

type Keyword = 'day' | 'advance' | 'series' | 'export' | 'print' | 'account' | 'logOut';

const themes = ['light', 'dark', 'system'] as const;

/** What the caller may begin or do from anywhere. */
export function useActions(showKeys: () => void): readonly Item[] {
  const { t } = useTranslation('commands');
  const { t: common } = useTranslation();
  const { t: textOf } = useTranslation(resources);
  const { t: pay } = useTranslation('pay');
  const may = useMay();
  const { _id } = useMe();
  const logOut = useLogOut();
  const navigate = useNavigate();
  const onScreen = (['export', 'print'] as const).filter(isOnScreen);
  const action = (
    id: string,
    label: string,
    run: () => void,
    { keywords, keys }: Pick<Item, 'keywords' | 'keys'> = {},
  ): Item => ({ id, group: 'actions', label, run, keywords, keys });
  const known = (name: Keyword) => ({ keywords: t(`keywords.${name}`) });
  return [
    ...(may('logs.update')
      ? [action('today', t('recordToday'), () => void navigate({ to: '/logs/day' }), known('day'))]
      : []),
    ...inMenu
      .filter(({ resource }) => may(`${resource}.create`))
      .map(({ resource, to }) =>
        action(
          `new ${resource}`,
          textOf(`${resource}:new`),
          () => void navigate({ to, state: { begin: 'new' } }),
          { keywords: `${t('keywords.new')} ${keywordsOf(t, resource)}` },
        ),
      ),
    ...(may('payEntries.create')
      ? [
          action(
            'advance',
            pay('newAdvance'),
            () => void navigate({ to: '/pay', state: { begin: 'new' } }),
            known('advance'),
          ),
        ]
      : []),
    ...(may('cheques.addSeries')
      ? [
          action(
            'new series',
            textOf('cheques:series.title'),
            () => void navigate({ to: '/cheques', state: { begin: 'series' } }),
            known('series'),
          ),
        ]
      : []),
    ...onScreen.map((command) => action(command, t(command), () => pressOnScreen(command), known(command))),
    action('account', t('ownAccount'), () => void navigate({ to: `/users/${_id}` }), known('account')),
    action('keys', t('keys'), showKeys, { keys: shortcuts.help.keys[0] }),
    action('log out', common('logOut'), logOut, known('logOut')),
  ];
}

/** Appearance and language, as the settings have them. */
export function useLook(): readonly Item[] {
  const { t, i18n } = useTranslation('commands');
  const { t: settings } = useTranslation('settings');
  const preferences = useChosenPreferences();
  const change = usePreferenceChange();
  const theme = preferences.theme ?? 'system';
  const language = languageOf(preferences.language ?? i18n.language);
  return [
    ...themes
      .filter((name) => name !== theme)
      .map((name) => ({
        id: `theme ${name}`,
        group: 'look' as const,
        label: t('theme', { name: settings(`themes.${name}`) }),
        keywords: t('keywords.theme'),
        run: () => change({ theme: name, active: true }, { theme, active: preferences.active }),
      })),
    ...languages
      .filter((tag) => tag !== language)
      .map((tag) => ({
        id: `language ${tag}`,
        group: 'look' as const,
        label: t('language', { name: nameOf(tag) }),
        keywords: `${nameOf(tag, 'en')} ${t('keywords.language')}`,
        run: () =>
          change(
            { language: tag, active: true },
            { language: preferences.language ?? i18n.language, active: preferences.active },
          ),
      })),
  ];
}
