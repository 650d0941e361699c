import type { MouseEvent } from 'react';

const controls = 'a, button, input, label, select, textarea, summary';

/** Whether a click on a row means the row: not a control in it, not a menu above it, and not the end of marking text. */
export function meansRow({ target, currentTarget, defaultPrevented }: MouseEvent<HTMLElement>): boolean {
  if (defaultPrevented || !(target instanceof Element) || !currentTarget.contains(target)) return false;
  const control = target.closest(controls);
  if (control && currentTarget.contains(control)) return false;
  const marked = window.getSelection();
  return !marked || marked.isCollapsed || !marked.containsNode(target, true);
}
