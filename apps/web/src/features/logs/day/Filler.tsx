import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Times } from '../../../entities/logs/usual.ts';
import { toClock, toMinutes } from '../../../lib/digits.ts';
import { ClockInput, MinutesInput } from '../../../ui/fields.tsx';

interface Props {
  /** How many there are of whom nothing is said. */
  readonly count: number;
  /** What is not typed stays each one's usual time or break. */
  readonly onFill: (times: Partial<Times>) => void;
}

/** The same times for all who are empty; a time that is not typed is the one each of them had last. */
export function Filler({ count, onFill }: Props) {
  const { t } = useTranslation('logs');
  const [startingTime, setStart] = useState('');
  const [finishingTime, setFinish] = useState('');
  const [breakMinutes, setBreak] = useState('');
  const times = {
    ...(startingTime && { startingTime: toClock(startingTime) }),
    ...(finishingTime && { finishingTime: toClock(finishingTime) }),
    ...(breakMinutes && { breakMinutes: toMinutes(breakMinutes) }),
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
      <MinutesInput
        label={t('fields.breakMinutes')}
        placeholder={t('usual')}
        value={breakMinutes}
        onChange={setBreak}
        {...field}
      />
      <Button variant="default" size="xs" disabled={count === 0} onClick={() => onFill(times)}>
        {t('fill', { count })}
      </Button>
    </Group>
  );
}
