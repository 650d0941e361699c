import { Center, Stack, Title } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './login.css';

/** What stands around the pages of who is not logged in. */
export function LoginFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Center mih="100dvh" p="md" component="main" className="login">
      <Stack w="100%" maw={380}>
        <Stack gap="xs" align="center" mb="xs">
          <span className="brand-mark">
            <IconBook2 size={28} aria-hidden />
          </span>
          <Title order={1} size="h2">
            {t('daybook')}
          </Title>
        </Stack>
        {children}
      </Stack>
    </Center>
  );
}
