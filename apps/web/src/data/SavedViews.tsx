import { ActionIcon, Button, Menu, Modal, Stack, TextInput } from '@mantine/core';
import { IconBookmarkPlus, IconDots } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceUrl } from '../lib/page.ts';
import { createSavedViews, searchOf, type View, viewOf } from '../lib/saved-views.ts';
import { useChange } from './change.tsx';
import { useMe } from './me.ts';
import './lists.css';

const saved = createSavedViews(localStorage, serviceUrl);

const subscribe = (listener: () => void) => {
  const stop = saved.subscribe(listener);
  // Of another tab.
  window.addEventListener('storage', listener);
  return () => {
    stop();
    window.removeEventListener('storage', listener);
  };
};

/** The caller's saved views on this device. */
export function useSavedViews() {
  const { _id } = useMe();
  const views = useSyncExternalStore(subscribe, () => saved.of(_id));
  return {
    views,
    save: (view: View) => saved.save(_id, view),
    rename: (view: View, name: string) => saved.rename(_id, view, name),
    remove: (view: View) => saved.remove(_id, view),
  };
}

/** The link whose filters are those of the list is the present one. */
const exactly = { exact: true, includeSearch: true };

interface Props {
  /** As in the address, with the order. */
  readonly filters: Readonly<Record<string, string | undefined>>;
}

/** The caller's views of this list, as links; and what keeps the present one. */
export function SavedViews({ filters }: Props) {
  const { t } = useTranslation('commands');
  const { views: all, save, rename, remove } = useSavedViews();
  const page = useLocation({ select: ({ pathname }) => pathname });
  const change = useChange('preferences');
  const [naming, setNaming] = useState<'new' | 'old'>();
  const search = searchOf(filters);
  const views = all.filter((view) => view.page === page);
  const present = viewOf(views, search);
  const isPlain = Object.keys(search).length === 0;
  if (views.length === 0 && isPlain) return null;
  const removeIt = (view: View) =>
    void change({
      done: t('views.removed', { name: view.name }),
      run: async () => remove(view),
      undo: () => ({ run: async () => save(view) }),
    });
  return (
    <nav className="saved-views no-print" aria-label={t('views.title')}>
      {views.length > 0 && (
        <Link to="." search={{} as never} activeOptions={exactly}>
          {t('views.all')}
        </Link>
      )}
      {views.map((view) => (
        <Link key={view.name} to="." search={view.search as never} activeOptions={exactly}>
          <bdi>{view.name}</bdi>
        </Link>
      ))}
      {!present && !isPlain && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconBookmarkPlus size={16} aria-hidden />}
          onClick={() => setNaming('new')}
        >
          {t('views.save')}
        </Button>
      )}
      {present && (
        <Menu>
          <Menu.Target>
            <ActionIcon variant="subtle" aria-label={t('views.actions', { name: present.name })}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setNaming('old')}>{t('views.rename')}</Menu.Item>
            <Menu.Item color="red" onClick={() => removeIt(present)}>
              {t('views.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {naming && (
        <NameForm
          title={naming === 'new' ? t('views.save') : t('views.rename')}
          initial={naming === 'old' ? (present?.name ?? '') : ''}
          onClose={() => setNaming(undefined)}
          onSave={(name) => {
            if (naming === 'new') save({ page, name, search });
            else if (present) rename(present, name);
          }}
        />
      )}
    </nav>
  );
}

interface NameProps {
  readonly title: string;
  readonly initial: string;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

function NameForm({ title, initial, onSave, onClose }: NameProps) {
  const { t } = useTranslation('commands');
  const { t: common } = useTranslation();
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setError(t('views.nameMissing'));
    onSave(name.trim());
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': common('close') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            data-autofocus
            label={t('views.name')}
            maxLength={60}
            autoComplete="off"
            value={name}
            error={error}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit">{common('save')}</Button>
        </Stack>
      </form>
    </Modal>
  );
}
