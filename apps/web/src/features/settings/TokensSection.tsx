import type { Outputs } from '@daybook/client';
import { Alert, Button, CopyButton, Group, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TokenList } from '../../entities/tokens/TokenList.tsx';
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
      {made && !isMaking && <Shown key={made._id} token={made.token} />}
      <TokenList onEnded={({ _id }) => setMade((shown) => (shown?._id === _id ? undefined : shown))} />
      <Button mt="md" variant="default" onClick={() => setMaking(true)}>
        {t('make')}
      </Button>
      {isMaking && <TokenForm onMade={setMade} onClose={() => setMaking(false)} />}
    </Section>
  );
}

/** The token, which is shown this once. */
function Shown({ token }: { readonly token: string }) {
  const { t } = useTranslation('tokens');
  const { t: common } = useTranslation();
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <Alert variant="default" mb="md" title={t('shownOnce')}>
      <Text ref={text} tabIndex={-1} size="sm" ff="monospace" className="ltr anywhere">
        {token}
      </Text>
      <Group gap="xs" my="xs">
        <CopyButton value={token}>
          {({ copied, copy }) => (
            <Button
              size="compact-sm"
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              onClick={copy}
            >
              {common(copied ? 'password.copied' : 'password.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text size="sm">{t('how')}</Text>
    </Alert>
  );
}
