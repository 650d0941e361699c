import { type CSSVariablesResolver, createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: 9,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  // What the device has: no font is fetched, and each script gets its own.
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", "Noto Kufi Arabic", sans-serif',
  components: {
    // An empty element that holds the first focus is no item of a menu: the first item gets it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
});

/** Quiet texts and errors with a contrast of 4.5 to 1, also on the ground of a field (WCAG 1.4.3). */
export const variables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': colors.red[9],
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-error': colors.red[4],
  },
});
