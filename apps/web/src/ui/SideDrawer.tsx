import { Box, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly closeLabel: string;
  readonly closeOnEscape: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog at the side. It is described by its title alone: with `Drawer.Body` all that is in it would be read first. */
export const SideDrawer = ({ title, closeLabel, children, ...props }: Props) => (
  <Drawer.Root opened position="right" size="md" {...props}>
    <Drawer.Overlay />
    <Drawer.Content>
      <Drawer.Header>
        <Drawer.Title>{title}</Drawer.Title>
        <Drawer.CloseButton aria-label={closeLabel} />
      </Drawer.Header>
      <Box p="md" pt={0}>
        {children}
      </Box>
    </Drawer.Content>
  </Drawer.Root>
);
