import { Kbd, Modal, Table, Text, Title } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../lib/preferences.ts';
import { type ShortcutName, shortcuts } from '../../lib/shortcuts.ts';
import { usePages } from './usePages.ts';

const names = Object.keys(shortcuts) as ShortcutName[];
const places = [...new Set(names.map((name) => shortcuts[name].place))];

/** Every key, by where it works. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('commands');
  const { t: common } = useTranslation();
  const { characterKeys = true } = usePreferences();
  const pages = usePages().filter(({ letter }) => letter);
  const parts = [
    ...places.map((place) => ({
      title: t(`places.${place}`),
      lines: names
        .filter((name) => shortcuts[name].place === place)
        .map((name) => ({ text: t(`shortcuts.${name}`), keys: shortcuts[name].keys as readonly string[] })),
    })),
    {
      title: t('goTo'),
      lines: pages.map(({ label, keys = '' }) => ({ text: label, keys: [keys] })),
    },
  ];
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('keys')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      {!characterKeys && (
        <Text size="sm" mb="sm">
          {t('characterKeysOff')}
        </Text>
      )}
      {parts.map(({ title, lines }) => (
        <Fragment key={title}>
          <Title order={3} size="h5" mt="md">
            {title}
          </Title>
          <Table verticalSpacing={4} aria-label={title}>
            <Table.Tbody>
              {lines.map(({ text, keys }) => (
                <Table.Tr key={text}>
                  <Table.Th scope="row" fw="normal">
                    {text}
                  </Table.Th>
                  <Table.Td ta="end">
                    {keys.map((one, index) => (
                      <Fragment key={one}>
                        {index > 0 && ` ${t('or')} `}
                        <Keys keys={one} />
                      </Fragment>
                    ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Fragment>
      ))}
    </Modal>
  );
}

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.platform);
const signs: Readonly<Record<string, string>> = {
  $mod: isApple ? '⌘' : 'Ctrl',
  '(Arrow.*)': '↑ ↓ ← →',
};
const nameOf = (key: string) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/** The keys of one press: `$mod+k` → Ctrl, K. An optional Shift is what the key needs anyway. */
const pressOf = (press: string) =>
  press
    .split(/(?<=[\w\]])\+/)
    .filter((key) => !key.startsWith('['))
    .map(nameOf);

/** A shortcut as the keys it is made of, as tinykeys reads them. */
export function Keys({ keys }: { readonly keys: string }) {
  const { t } = useTranslation('commands');
  return (
    <span className="keys">
      {keys.split(' ').map((press, index) => (
        <Fragment key={press}>
          {index > 0 && <span className="then"> {t('then')} </span>}
          <bdi dir="ltr">
            {pressOf(press).map((key) => (
              <Kbd key={key} size="xs">
                {key}
              </Kbd>
            ))}
          </bdi>
        </Fragment>
      ))}
    </span>
  );
}
