import '@mantine/charts/styles.css';
import './charts.css';
import { Box, Skeleton } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { type ReactNode, Suspense, useState } from 'react';

interface Props {
  /** What the chart says, for those who do not see it. */
  readonly label: string;
  readonly height: number;
  /** Whose code is large: fetched once somebody has scrolled to it. */
  readonly children: ReactNode;
}

/** The place of a chart; what it shows stands in a table as well. */
export function Picture({ label, height, children }: Props) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [isWanted, setWanted] = useState(false);
  if (inViewport && !isWanted) setWanted(true);
  return (
    <div ref={ref} role="img" aria-label={label} className="no-print">
      <Suspense fallback={<Skeleton h={height} />}>{isWanted ? children : <Box h={height} />}</Suspense>
    </div>
  );
}
