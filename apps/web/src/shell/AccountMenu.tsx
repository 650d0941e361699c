import { Box, Button, Menu, Text } from '@mantine/core';
import { IconAdjustments, IconLogout, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../data/me.ts';
import { countUnsent, discardUnsent } from '../data/outbox.ts';
import { usePreferenceChange } from '../data/preferences.tsx';
import { languageOf, languages, nameOf } from '../i18n/languages.ts';
import { usePreferences } from '../lib/preferences.ts';
import { session } from '../session.ts';
import { useConfirm, useLeaving } from '../ui/confirm.tsx';

/** Logs out; asks before that where something would be lost. */
export function useLogOut() {
  const { t } = useTranslation('logs');
  const leave = useLeaving();
  const confirm = useConfirm();
  const end = () => void discardUnsent().finally(() => session.logOut());
  const ask = () => {
    const count = countUnsent();
    if (count === 0) return end();
    confirm({
      title: t('waiting.count', { count }),
      text: t('waiting.logOutText'),
      confirm: t('waiting.logOut'),
      onConfirm: end,
    });
  };
  return () => void leave(ask);
}

const themes = ['light', 'dark', 'system'] as const;

/** Who is logged in, how the page looks to them, and the way out. */
export function AccountMenu() {
  const { t, i18n } = useTranslation();
  const { t: settings } = useTranslation('settings');
  const logOut = useLogOut();
  const { fullName, accessLevel } = useMe();
  const { theme = 'system', language = i18n.language } = usePreferences();
  const present = { theme, language };
  const change = usePreferenceChange();
  const choose = <K extends keyof typeof present>(name: K, value: string) =>
    change({ active: true, [name]: value }, { [name]: present[name] });
  const role = t(`roles.${accessLevel}`);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          miw={44}
          className="account"
          leftSection={<IconUserCircle size={22} aria-hidden />}
          aria-label={t('accountMenu', { name: fullName })}
        >
          <bdi className="account-name">{fullName}</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text component="span" display="block" size="sm" fw={600} className="anywhere">
            <bdi>{fullName}</bdi>
          </Text>
          {role}
        </Menu.Label>
        <Menu.Item component={Link} to="/settings" leftSection={<IconAdjustments size={16} aria-hidden />}>
          {settings('title')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{settings('theme')}</Menu.Label>
        <Box role="group" aria-label={settings('theme')}>
          <Menu.RadioGroup value={theme} onChange={(value) => choose('theme', value)}>
            {themes.map((value) => (
              <Menu.RadioItem key={value} value={value}>
                {settings(`themes.${value}`)}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Box>
        <Menu.Label>{settings('language')}</Menu.Label>
        <Box role="group" aria-label={settings('language')}>
          <Menu.RadioGroup
            value={languageOf(language) ?? 'en'}
            onChange={(value) => choose('language', value)}
          >
            {languages.map((value) => (
              <Menu.RadioItem key={value} value={value}>
                <span lang={value}>{nameOf(value)}</span>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Box>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} className="mirrored" aria-hidden />} onClick={logOut}>
          {t('logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
