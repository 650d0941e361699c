import './look.css';
import { type CSSVariablesResolver, createTheme } from '@mantine/core';

/** Values and their reasons: docs/design.md. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 6 },
  colors: {
    ink: [
      '#f0f3fc',
      '#e1e8f8',
      '#c6d3f1',
      '#a8bbe9',
      '#8ea6e3',
      '#6783d0',
      '#4a66bd',
      '#3b54a4',
      '#314688',
      '#283a6e',
    ],
    gray: [
      '#f8f9fb',
      '#f0f2f5',
      '#e9ecf0',
      '#e2e5eb',
      '#cdd2da',
      '#a4abb8',
      '#6e7686',
      '#515868',
      '#363c49',
      '#1c2028',
    ],
    // White on the shades of buttons has a contrast of 5 to 1.
    red: [
      '#fff5f5',
      '#ffe3e3',
      '#ffc9c9',
      '#ffa8a8',
      '#ff8787',
      '#ff6b6b',
      '#d12f2f',
      '#c92a2a',
      '#b02525',
      '#a61e1e',
    ],
    dark: [
      '#dde1e8',
      '#a9b1be',
      '#8d95a4',
      '#6d7686',
      '#2f343e',
      '#262a33',
      '#1c1f26',
      '#1c1f26',
      '#121419',
      '#0c0e12',
    ],
  },
  black: '#1c2028',
  autoContrast: true,
  cursorType: 'pointer',
  defaultRadius: 'sm',
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '0.875rem' },
  shadows: {
    xs: '0 1px 2px rgb(18 22 33 / 5%)',
    sm: '0 2px 6px rgb(18 22 33 / 8%)',
    md: '0 4px 16px rgb(18 22 33 / 14%)',
    lg: '0 12px 32px rgb(18 22 33 / 18%)',
    xl: '0 20px 48px rgb(18 22 33 / 24%)',
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.375rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.35' },
      h4: { fontSize: '1rem', lineHeight: '1.4' },
      h5: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  respectReducedMotion: true,
  // What the device has: no font is fetched, and each script gets its own.
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", "Noto Kufi Arabic", sans-serif',
  components: {
    // An empty element that holds the first focus is no item of a menu: the first item gets it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } },
    Drawer: { defaultProps: { position: 'right', size: 'md', closeButtonProps: {} } },
    // Two dialogs may stand over each other, and what is behind them stays legible.
    DrawerOverlay: { defaultProps: { backgroundOpacity: 0.28 } },
    ModalOverlay: { defaultProps: { backgroundOpacity: 0.28 } },
    DrawerTitle: { defaultProps: { fz: '1rem', fw: 600 } },
    // The heading names the dialog; a header would be a landmark of the page.
    DrawerHeader: { defaultProps: { role: 'none' } },
    ModalHeader: { defaultProps: { role: 'none' } },
    Paper: { defaultProps: { radius: 'md' } },
    // A sign that says nothing beside the role of its field.
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});

/** Quiet texts and errors with a contrast of 4.5 to 1, also on the ground of a field (WCAG 1.4.3). */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fff',
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[6],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-default-hover': 'var(--hover)',
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-error': colors.red[4],
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-anchor': colors.ink?.[4] ?? '',
    '--mantine-color-orange-light': 'var(--warning-ground)',
    '--mantine-color-orange-light-color': 'var(--warning)',
    '--mantine-color-red-light': 'var(--danger-ground)',
    '--mantine-color-red-light-color': 'var(--danger)',
  },
});
