import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isOneCell } from '../logic/typed-cell.ts';

/** Where the focus goes once what was typed is saved; `all` puts it into every chosen cell. */
export type AfterEntry = 'down' | 'up' | 'next' | 'previous' | 'stay' | 'all';

interface Props {
  readonly label: string;
  /** The key with which the typing began. */
  readonly initial: string;
  /** What is wrong with it; undefined: it is saved. */
  readonly onSave: (typed: string, after: AfterEntry) => string | undefined;
  readonly onCancel: () => void;
  /** The focus has gone elsewhere, and what was typed cannot be saved. */
  readonly onLost: (typed: string, error: string) => void;
}

const afterKey = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): AfterEntry | undefined => {
  if (key === 'Enter') return ctrlKey || metaKey ? 'all' : shiftKey ? 'up' : 'down';
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  return undefined;
};

/** What is typed over a cell. */
export function CellInput({ label, initial, onSave, onCancel, onLost }: Props) {
  const [typed, setTyped] = useState(initial);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  // The focus leaves the field once more where it is moved on.
  const isOver = useRef(false);
  const save = (after: AfterEntry) => {
    if (isOver.current) return;
    isOver.current = true;
    const wrong = onSave(typed, after);
    isOver.current = wrong === undefined;
    return wrong;
  };
  // The window stays where it is: the cell is in view.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const cancel = () => {
    isOver.current = true;
    onCancel();
  };
  const pressed = (event: KeyboardEvent) => {
    // Its keys are not those of the grid.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const after = afterKey(event);
    if (event.key === 'Escape') cancel();
    else if (after) {
      event.preventDefault();
      setError(save(after));
    }
  };
  return (
    <span className="typed">
      <input
        ref={input}
        dir="auto"
        autoComplete="off"
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error && 'typed-error'}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={pressed}
        onPaste={({ clipboardData }) => isOneCell(clipboardData.getData('text/plain')) || cancel()}
        onBlur={() => {
          const wrong = save('stay');
          if (wrong) onLost(typed, wrong);
        }}
      />
      {error && (
        <span id="typed-error" role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
