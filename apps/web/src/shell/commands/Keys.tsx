import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

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
