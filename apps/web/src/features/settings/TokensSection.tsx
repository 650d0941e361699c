import type { Outputs } from '@daybook/client';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TokenList } from '../../entities/tokens/TokenList.tsx';
import { ShownOnce } from '../../ui/ShownOnce.tsx';
import { Section } from './Section.tsx';
import { TokenForm } from './TokenForm.tsx';

type NewToken = Outputs['tokens']['create'];

/** The person's own personal access tokens, for programs that work in their name. */
export function TokensSection() {
  const { t } = useTranslation('tokens');
  const [made, setMade] = useState<NewToken>();
  const [isMaking, setMaking] = useState(false);
  return (
    <Section title={t('title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('hint')}
      </Text>
      {made && !isMaking && (
        <ShownOnce key={made._id} title={t('shownOnce')} secret={made.token} how={t('how')} />
      )}
      <TokenList onEnded={({ _id }) => setMade((shown) => (shown?._id === _id ? undefined : shown))} />
      <Button mt="md" variant="default" onClick={() => setMaking(true)}>
        {t('make')}
      </Button>
      {isMaking && <TokenForm onMade={setMade} onClose={() => setMaking(false)} />}
    </Section>
  );
}
