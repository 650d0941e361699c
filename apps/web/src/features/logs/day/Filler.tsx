import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ordinaryTimes, type Times } from '../../../entities/logs/usual.ts';
import { toClock } from '../../../lib/digits.ts';
import { ClockInput } from '../../../ui/fields.tsx';

interface Props {
  /** How many there are of whom nothing is said. */
  readonly count: number;
  /** Undefined: each one's usual times. */
  readonly onFill: (times: Times | undefined) => void;
}

/** The same times for all who are empty; where none are typed, those each of them had last. */
export function Filler({ count, onFill }: Props) {
  const { t } = useTranslation('logs');
  const [startingTime, setStart] = useState('');
  const [finishingTime, setFinish] = useState('');
  const isTyped = startingTime !== '' || finishingTime !== '';
  const times = {
    startingTime: toClock(startingTime) || ordinaryTimes.startingTime,
    finishingTime: toClock(finishingTime) || ordinaryTimes.finishingTime,
  };
  const field = { w: 90, size: 'xs' } as const;
  return (
    <Group gap="xs" align="flex-end" className="no-print" role="group" aria-label={t('fillLabel')}>
      <ClockInput
        label={t('fields.startingTime')}
        placeholder={t('usual')}
        value={startingTime}
        onChange={setStart}
        {...field}
      />
      <ClockInput
        label={t('fields.finishingTime')}
        placeholder={t('usual')}
        value={finishingTime}
        onChange={setFinish}
        {...field}
      />
      <Button
        variant="default"
        size="xs"
        disabled={count === 0}
        onClick={() => onFill(isTyped ? times : undefined)}
      >
        {t('fill', { count })}
      </Button>
    </Group>
  );
}
