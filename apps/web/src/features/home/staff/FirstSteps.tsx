import { Anchor, List, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../data/me.ts';
import { Card } from '../Card.tsx';
import type { firstSteps } from '../logic/first-steps.ts';

interface Props {
  readonly done: ReturnType<typeof firstSteps>;
}

/** What a new business begins with; gone once all of it is done. */
export function FirstSteps({ done }: Props) {
  const { t } = useTranslation('home');
  const may = useMay();
  const steps = [
    { name: 'addWorkers', to: '/users', isOffered: may('users.create'), begin: 'new' },
    { name: 'recordToday', to: '/logs/day', isOffered: true, begin: undefined },
    {
      name: 'firstCheque',
      to: '/cheques',
      isOffered: may('cheques.create'),
      begin: 'new',
    },
  ] as const;
  const offered = steps
    .filter(({ isOffered }) => isOffered)
    .map((step) => ({ ...step, isDone: done[step.name] }));
  if (offered.every(({ isDone }) => isDone)) return null;
  return (
    <Card title={t('firstSteps.title')}>
      <List type="ordered" spacing="sm" center className="plain-list">
        {offered.map(({ name, to, isDone, begin }) => (
          <List.Item
            key={name}
            icon={
              <ThemeIcon size={24} radius="xl" variant="light" color={isDone ? 'teal' : 'gray'} aria-hidden>
                {isDone ? <IconCheck size={16} /> : <IconCircle size={16} />}
              </ThemeIcon>
            }
          >
            {isDone ? (
              <Text c="dimmed">
                {t(`firstSteps.${name}`)} <VisuallyHidden>{t('firstSteps.done')}</VisuallyHidden>
              </Text>
            ) : (
              <Anchor component={Link} to={to} state={{ begin }}>
                {t(`firstSteps.${name}`)}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </Card>
  );
}
