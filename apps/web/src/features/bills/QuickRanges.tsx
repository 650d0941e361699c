import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { quickRanges } from './ranges.ts';

const names = ['thisMonth', 'lastMonth', 'thisYear'] as const;

interface Props {
  readonly filters: { readonly from?: string | undefined; readonly to?: string | undefined };
}

/** One click for the ranges that are asked for most; what else is filtered stays. */
export function QuickRanges({ filters }: Props) {
  const { t } = useTranslation('bills');
  const { today } = useFormat();
  const ranges = quickRanges(today());
  return (
    <Button.Group className="no-print">
      {names.map((name) => {
        const { from, to } = ranges[name];
        const isCurrent = filters.from === from && filters.to === to;
        return (
          <Button
            key={name}
            component={Link}
            to="/bills"
            search={((old: object) => ({ ...old, from, to })) as never}
            resetScroll={false}
            px="sm"
            variant={isCurrent ? 'light' : 'default'}
            aria-current={isCurrent || undefined}
          >
            {t(name)}
          </Button>
        );
      })}
    </Button.Group>
  );
}
