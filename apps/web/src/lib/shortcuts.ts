import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { createKeybindingsHandler, matchKeybindingPress, parseKeybinding } from 'tinykeys';

interface Shortcut {
  /** Where they work; the help has a part for each. */
  readonly place: 'everywhere' | 'form' | 'month' | 'day';
  /** As tinykeys reads them, any of them. */
  readonly keys: readonly string[];
  /** Characters without Ctrl or Alt, which a person can turn off (WCAG 2.1.4). */
  readonly isCharacter?: true;
}

/** Every key that does something beyond what the browser does with it, in the order of the help. */
export const shortcuts = {
  palette: { place: 'everywhere', keys: ['$mod+k'] },
  undo: { place: 'everywhere', keys: ['$mod+z'] },
  notices: { place: 'everywhere', keys: ['F8'] },
  help: { place: 'everywhere', keys: ['[Shift]+?'], isCharacter: true },
  new: { place: 'everywhere', keys: ['n'], isCharacter: true },
  search: { place: 'everywhere', keys: ['[Shift]+/'], isCharacter: true },
  saveNext: { place: 'form', keys: ['$mod+Enter'] },
  // What is typed is no key of its own, but belongs into the help.
  gridType: { place: 'month', keys: ['8-16'] },
  gridMove: { place: 'month', keys: ['(Arrow.*)'] },
  gridEnds: { place: 'month', keys: ['[$mod]+Home', '[$mod]+End'] },
  gridSelect: { place: 'month', keys: ['Shift+(Arrow.*)'] },
  gridAll: { place: 'month', keys: ['$mod+a'] },
  gridEdit: { place: 'month', keys: ['Enter', 'F2', 'Space'] },
  gridClear: { place: 'month', keys: ['Delete', 'Backspace'] },
  gridFill: { place: 'month', keys: ['$mod+Enter'] },
  gridFillDown: { place: 'month', keys: ['$mod+d'] },
  gridFillAlong: { place: 'month', keys: ['$mod+r'] },
  gridCopy: { place: 'month', keys: ['$mod+c'] },
  gridPaste: { place: 'month', keys: ['$mod+v'] },
  nextRow: { place: 'day', keys: ['Enter'] },
  saveAll: { place: 'day', keys: ['$mod+Enter'] },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutName = keyof typeof shortcuts;

type Handlers = Readonly<Record<string, () => void>>;

/** What each of the named shortcuts does, by its keys. */
export const shortcutHandlers = (handlers: { readonly [N in ShortcutName]?: () => void }): Handlers =>
  Object.fromEntries(
    (Object.entries(handlers) as [ShortcutName, () => void][]).flatMap(([name, run]) =>
      shortcuts[name].keys.map((keys) => [keys, run]),
    ),
  );

interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
}

/** What a key is on a Latin keyboard where it has a letter or sign of another script: `ى` on KeyN is n. */
export function latinKey({ key, code, shiftKey }: Pressed): string {
  if (/[\p{Script=Latin}\p{ASCII}]/u.test(key)) return key;
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

/** The event as a Latin keyboard would have made it. */
function inLatin(event: KeyboardEvent): KeyboardEvent {
  const key = latinKey(event);
  if (key === event.key) return event;
  const { type, code, ctrlKey, shiftKey, altKey, metaKey } = event;
  return new KeyboardEvent(type, { key, code, ctrlKey, shiftKey, altKey, metaKey });
}

/** Which of the shortcuts of a place this key is. */
export const shortcutOf = (event: KeyboardEvent, place: Shortcut['place']): ShortcutName | undefined =>
  (Object.keys(shortcuts) as ShortcutName[]).find(
    (name) =>
      shortcuts[name].place === place &&
      shortcuts[name].keys.some((keys) => {
        const [press] = parseKeybinding(keys);
        return press !== undefined && matchKeybindingPress(inLatin(event), press);
      }),
  );

const textField =
  'textarea, select, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])';
const isTyping = ({ target }: Event) => target instanceof Element && target.closest(textField) !== null;
/** Keys are then for what lies above the page. */
const isCovered = () =>
  [...document.querySelectorAll('[role=dialog], [role=menu]')].some((element) => element.checkVisibility());

/**
 * Handles keys wherever the focus is.
 * @param inFields also while a field has the focus
 * @param isBehindDialogs also while a dialog or a menu is open
 */
export function useKeys(handlers: Handlers, { inFields = false, isBehindDialogs = false } = {}) {
  const run = useEffectEvent((keys: string) => handlers[keys]?.());
  // The keys of a screen stay the same; what they do is looked up when they are pressed.
  const all = Object.keys(handlers).join('\n');
  useEffect(() => {
    if (all === '') return;
    let pressed: KeyboardEvent | undefined;
    const handle = createKeybindingsHandler(
      Object.fromEntries(
        all.split('\n').map((keys) => [
          keys,
          () => {
            pressed?.preventDefault();
            run(keys);
          },
        ]),
      ),
      { ignore: () => false },
    );
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      if (!isBehindDialogs && isCovered()) return;
      if (!inFields && isTyping(event)) return;
      pressed = event;
      handle(inLatin(event));
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [all, inFields, isBehindDialogs]);
}

/** What a screen offers as a button with `data-command`, to be pressed from anywhere. */
export type ScreenCommand = 'new' | 'export' | 'print';

const button = (name: ScreenCommand) =>
  [...document.querySelectorAll<HTMLElement>(`[data-command=${name}]`)].find((one) => one.checkVisibility());

export const isOnScreen = (name: ScreenCommand) => button(name) !== undefined;

export function pressOnScreen(name: ScreenCommand) {
  const found = button(name);
  found?.focus();
  found?.click();
}

/** The field to search with, or else the first filter; in a narrow window the button behind which the filters are. */
export function focusSearch() {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement>('[data-filters] input:not([type=hidden])'),
  ].filter((field) => field.checkVisibility());
  const field = fields.find(({ type }) => type === 'search') ?? fields[0];
  if (!field) return document.querySelector<HTMLElement>('[data-filters] button')?.focus();
  field.focus();
  field.select();
}

type Begun = 'new' | 'series';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What is begun on the page as soon as it is there: a new record, or a series of them. */
    readonly begin?: Begun | undefined;
  }
}

/** Begins a new record where the way to this page says so: `<Link to="/cheques" state={{ begin: 'new' }}>`. */
export function useBegin(begin: () => void, what: Begun = 'new') {
  // Of the place that is shown, not of one on whose way the page still is.
  const isAsked = useRouterState({
    select: ({ resolvedLocation }) => resolvedLocation?.state.begin === what,
  });
  const navigate = useNavigate();
  const start = useEffectEvent(() => {
    // Once, and not again by going back.
    void navigate({ to: '.', search: true, state: { begin: undefined }, replace: true });
    begin();
  });
  useEffect(() => {
    if (isAsked) start();
  }, [isAsked]);
}
