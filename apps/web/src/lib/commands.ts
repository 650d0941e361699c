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
