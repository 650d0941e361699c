import { Loader, Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Name } from '../../ui/values.tsx';
import { groups, type Item, matching } from './items.ts';
import { Keys } from './KeyHelp.tsx';
import { useActions, useLook } from './useActions.ts';
import { usePages, useViews } from './usePages.ts';
import { useRecords } from './useRecords.tsx';
import './palette.css';

interface Props {
  readonly onClose: () => void;
  readonly showKeys: () => void;
}

/** Finds pages, records and actions by what is typed (ARIA's combobox pattern); nothing of it is kept. */
export function Palette({ onClose, showKeys }: Props) {
  const { t } = useTranslation('commands');
  const { t: common } = useTranslation();
  const id = useId();
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(true);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const chosen = useRef<Item>(undefined);
  const all = [...useActions(showKeys), ...useViews(), ...usePages(), ...useLook()];
  const records = useRecords(typed);
  const found = [...matching(all, typed), ...records.items];
  const items = groups.flatMap((group) => found.filter((item) => item.group === group));
  const index = Math.min(active, items.length - 1);

  const choose = (item: Item | undefined) => {
    if (!item) return;
    chosen.current = item;
    setOpen(false);
  };
  const move = (to: number) => {
    setActive(to);
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === 'ArrowDown') move(index + 1 < items.length ? index + 1 : 0);
    else if (key === 'ArrowUp') move(index > 0 ? index - 1 : items.length - 1);
    else if (key === 'Enter') choose(items[index]);
    else return;
    event.preventDefault();
  };

  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      // Only now is the focus where it was, from which the action may move it.
      onExitTransitionEnd={() => {
        onClose();
        chosen.current?.run();
      }}
      withCloseButton={isNarrow}
      closeButtonProps={{ 'aria-label': common('close') }}
      fullScreen={isNarrow}
      size="lg"
      yOffset="10vh"
      padding="xs"
      attributes={{ content: { 'aria-label': t('title') } }}
    >
      <TextInput
        data-autofocus
        size="md"
        role="combobox"
        aria-label={t('title')}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={items.length > 0 ? `${id}-${index}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('placeholder')}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={records.isAsking ? <Loader size="xs" aria-hidden /> : undefined}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={pressed}
      />
      <VisuallyHidden role="status">
        {typed && !records.isAsking ? t('found', { count: items.length }) : ''}
      </VisuallyHidden>
      <div id={`${id}-list`} role="listbox" aria-label={t('title')} className="palette">
        {groups.map((group) => {
          const own = items.filter((item) => item.group === group);
          if (own.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div id={`${id}-${group}`} className="group">
                {t(`groups.${group}`)}
              </div>
              {own.map((item) => {
                const place = items.indexOf(item);
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and Enter chooses
                  <div
                    key={item.id}
                    id={`${id}-${place}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={place === index}
                    className="option"
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => choose(item)}
                  >
                    <Name>{item.label}</Name>
                    {item.hint && <span className="hint">{item.hint}</span>}
                    {item.keys && <Keys keys={item.keys} />}
                  </div>
                );
              })}
            </div>
          );
        })}
        {items.length === 0 && <p className="group">{records.isAsking ? '…' : t('nothing')}</p>}
      </div>
    </Modal>
  );
}
