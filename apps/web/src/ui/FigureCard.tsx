import './figures.css';
import { Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Children, type ReactNode } from 'react';
import { Money } from './Values.tsx';

interface Props {
  readonly label: string;
  /** Undefined until it is known. */
  readonly value: string | undefined;
  /** Under the amount, such as how many records it is of. */
  readonly note?: string | undefined;
  /** Marks an amount that asks for attention, with more than colour. */
  readonly icon?: ReactNode;
  /** Where the records behind the figure are listed. */
  readonly to?: string;
  readonly search?: (old: object) => object;
  /** Whether that is what is listed now. */
  readonly isCurrent?: boolean;
}

/** An amount with its name; a link where its records can be listed. */
export function FigureCard({ label, value, note, icon, to, search, isCurrent = false }: Props) {
  const content = (
    <>
      <Text size="sm" c="dimmed" className="figure-label">
        {icon}
        {label}
      </Text>
      <Text size="lg" fw={700} component="span">
        {value === undefined ? '—' : <Money value={value} />}
      </Text>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </>
  );
  const className = isCurrent ? 'figure current' : 'figure';
  if (!to)
    return (
      <Paper withBorder p="sm" className={className}>
        {content}
      </Paper>
    );
  return (
    <Paper
      withBorder
      p="sm"
      className={className}
      component={Link}
      to={to}
      search={search as never}
      aria-current={isCurrent || undefined}
      // Else the link would call itself current wherever its filters are among those set.
      activeOptions={{ exact: true }}
      resetScroll={false}
    >
      {content}
    </Paper>
  );
}

/** Figures side by side. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return (
    <SimpleGrid
      cols={{ base: 2, md: Children.toArray(children).length }}
      spacing="sm"
      mb="md"
      className="figures"
    >
      {children}
    </SimpleGrid>
  );
}
