import { createTheme } from '@mantine/core';

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
    Drawer: { defaultProps: { position: 'right', size: 'md', closeButtonProps: {} } },
  },
});
