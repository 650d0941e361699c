import { ActionIcon, Button, Menu, Title, VisuallyHidden } from '@mantine/core';
import { type Icon, IconDots, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnouncement } from '../lib/announce.ts';
import { useBusiness } from '../lib/business.ts';
import { useHeadingFocus } from '../lib/focus.ts';
import { useFormat } from '../lib/format.ts';
import { useChangeNotes } from '../lib/live.ts';
import { useIsNarrow } from '../lib/narrow.ts';
import { useBegin } from '../lib/shortcuts.ts';
import type { RowAction } from './rows.tsx';
import './page.css';

interface PageHeaderProps {
  readonly title: string;
  /** Of several views under one title, which. */
  readonly view?: string;
  /** The way to the others; see ViewTabs. */
  readonly views?: ReactNode;
  /** Whose page it is: it says who has just changed that. */
  readonly record?: string;
  /** Buttons beside the title; not on paper. */
  readonly children?: ReactNode;
}

/** The one heading of a screen, and the title of its tab. On paper it says as well whose it is, and of which day. */
export function PageHeader({ title, view, views, record, children }: PageHeaderProps) {
  const { t } = useTranslation();
  const { longDay, today } = useFormat();
  const { name } = useBusiness();
  const heading = useRef<HTMLHeadingElement>(null);
  const whole = view ? `${title}: ${view}` : title;
  useEffect(() => {
    document.title = `${whole} · ${t('daybook')}`;
  }, [whole, t]);
  useHeadingFocus(heading, whole);
  const note = useChangeNotes()(record);
  useAnnouncement(note);
  return (
    <div className="page-header">
      <Title order={1} size="h2" className="page-title" ref={heading} tabIndex={-1}>
        <bdi>{title}</bdi>
        {view && <VisuallyHidden component="span">{view}</VisuallyHidden>}
      </Title>
      {note && <p className="page-note no-print">{note}</p>}
      {views}
      <div className="page-buttons no-print">{children}</div>
      <p className="print-only print-date">
        {name || t('daybook')} · {longDay(today())}
      </p>
    </div>
  );
}

interface PageActionsProps {
  /** What a screen reader calls the record. */
  readonly name: string;
  readonly actions: readonly (RowAction | false)[];
}

/** Beside the heading of a record's page: what is likely, as buttons; the rest in a menu. */
export function PageActions({ name, actions }: PageActionsProps) {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const known = actions.filter((action) => action !== false);
  const buttons = known
    .filter(({ isButton, isNext }) => isButton || isNext)
    .slice(0, isNarrow ? 1 : undefined);
  const others = known.filter((action) => !buttons.includes(action));
  return (
    <>
      {buttons.map(({ text, icon: Icon, run, isNext }) => (
        <Button
          key={text}
          variant={isNext ? 'filled' : 'default'}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={run}
        >
          {text}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size="input-sm" aria-label={`${t('actions')}: ${name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ text, icon: Icon, run, isDangerous }) => (
              <Menu.Item
                key={text}
                {...(isDangerous && { c: 'var(--mantine-color-error)' })}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={run}
              >
                {text}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

interface PartProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the page of a record, under a heading of its own. */
export function PageSection({ title, aside, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="part">
      <div className="section-head">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface ViewTabsProps {
  readonly label: string;
  readonly views: readonly { readonly to: string; readonly name: string; readonly icon?: Icon }[];
}

/** The way between several views of the same records. */
export function ViewTabs({ label, views }: ViewTabsProps) {
  return (
    <nav className="views no-print" aria-label={label}>
      {views.map(({ to, name, icon: Icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {Icon && <Icon size={16} aria-hidden />}
          {name}
        </Link>
      ))}
    </nav>
  );
}

interface WayProps {
  readonly to: string;
  readonly icon: Icon;
  readonly text: string;
}

/** The way to another page; a sign alone where there is little room. */
export function WayButton({ to, icon: Icon, text }: WayProps) {
  const isNarrow = useIsNarrow();
  if (isNarrow)
    return (
      <ActionIcon component={Link} to={to} size="input-sm" aria-label={text} title={text}>
        <Icon size={20} aria-hidden />
      </ActionIcon>
    );
  return (
    <Button component={Link} to={to} variant="default" leftSection={<Icon size={16} aria-hidden />}>
      {text}
    </Button>
  );
}

interface NewButtonProps {
  onClick(): void;
  /** What it says, or what a screen reader calls it where there is room for a sign only. */
  readonly children: string;
}

/** Begins a new record; on a phone it floats at the thumb. */
export function NewButton({ onClick, children }: NewButtonProps) {
  useBegin(onClick);
  const isNarrow = useIsNarrow();
  if (isNarrow)
    return (
      <ActionIcon
        variant="filled"
        color="ink"
        className="new-button"
        data-command="new"
        aria-label={children}
        onClick={() => onClick()}
      >
        <IconPlus aria-hidden />
      </ActionIcon>
    );
  return (
    <Button data-command="new" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onClick()}>
      {children}
    </Button>
  );
}
