import { createClient } from '@daybook/client';
import { Alert, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceUrl } from '../../lib/addresses.ts';
import { useErrorText } from '../../lib/errors.ts';
import { goToProvider } from '../../lib/sso.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';

const { auth } = createClient({ url: serviceUrl });

/** Leads to the provider of single sign-on, where the service has one. */
export function SsoButton() {
  const { t } = useTranslation('login');
  const textOf = useErrorText();
  const [name, setName] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    // Without an answer there is the password.
    auth.methods.query().then(
      ({ sso }) => setName(sso?.name),
      () => {},
    );
  }, []);
  const begin = async () => {
    setFailure(undefined);
    setBusy(true);
    try {
      goToProvider((await auth.beginSso.mutate()).url);
    } catch (error) {
      setFailure(textOf(error));
      setBusy(false);
    }
  };
  return (
    name !== undefined && (
      <>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Button component={BusyButton} variant="default" loading={busy} onClick={begin}>
          {t('sso', { name })}
        </Button>
      </>
    )
  );
}
