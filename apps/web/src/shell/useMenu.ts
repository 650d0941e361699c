import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/** From this width the menu stands beside the page and is no menu that opens. */
const narrow = '(max-width: 61.99em)';

/** The menu of a narrow window: opened over the page, it has the focus until it closes. */
export function useMenu(pathname: string) {
  const [isOpened, { toggle, close }] = useDisclosure();
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const isOpen = isNarrow && isOpened;
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes where the place changes
  useEffect(close, [pathname]);
  useEffect(() => {
    if (!isOpen) return;
    const links = menu.current?.querySelectorAll<HTMLElement>('a') ?? [];
    ([...links].find((link) => link.ariaCurrent) ?? links[0])?.focus();
    const pressed = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [isOpen, close]);
  return { isOpen, isHidden: isNarrow && !isOpen, toggle, button, menu };
}
