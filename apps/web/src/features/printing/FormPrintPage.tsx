import type { Outputs } from '@daybook/client';
import { BankAccountChanges, type ChequeForm } from '@daybook/domain';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { useMay } from '../../data/me.ts';
import { type RecordOf, recordSaving } from '../../data/record-client.ts';
import { languageOf } from '../../i18n/languages.ts';
import { useFilters } from '../../lib/search.ts';
import { protectedAmount } from '../../lib/words/words.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { FormPrintSearch } from '../search.ts';
import { ChequeSheet } from './ChequeSheet.tsx';
import { FormFields, useFieldNames } from './FormFields.tsx';
import {
  BackToCheques,
  LanguageChoice,
  PaperView,
  PrintButton,
  usePaper,
  useWords,
  WhenLoaded,
} from './paper.tsx';
import { defaultForm, paperDate } from './places.ts';

type Account = RecordOf<'bankAccounts'>;

interface Props {
  readonly account: Account;
  readonly settings: Outputs['settings']['get'];
}

interface Values {
  readonly chequeForm: ChequeForm;
}

/** What the test sheet has in the fields. */
const example = '1234.50';

export function FormEditor({ account, settings }: Props) {
  const { t } = useTranslation('printing');
  const { t: common } = useTranslation();
  const may = useMay();
  const names = useFieldNames();
  const [search, setSearch] = useFilters(FormPrintSearch);
  const language = languageOf(search.language) ?? settings.language;
  const paper = usePaper(language);
  const words = useWords(example, settings.currency, language);
  const baseOf = useBase();
  const { form, submit, busy, failure } = useRecordForm<Values>({
    resource: 'bankAccounts',
    schema: BankAccountChanges,
    initial: { chequeForm: defaultForm },
    update: {
      base: baseOf(account),
      savedBase: (answer) => baseOf(answer as Account),
      ...recordSaving('bankAccounts', account._id, baseOf),
    },
    onDone: () => {
      form.resetDirty();
      notifications.show({ message: common('saved') });
    },
  });
  const { chequeForm } = form.getValues();
  const digits = protectedAmount(example, settings.currency, language);
  const isWhole = BankAccountChanges.safeParse({ chequeForm }).success;
  return (
    <>
      <div className="no-print">
        <PageHeader title={t('formTitle', { name: account.name })}>
          <PrintButton label={t('printTest')} disabled={!isWhole || !paper} />
        </PageHeader>
        <Text size="sm" c="dimmed" mb="md">
          {t('formHint')}
        </Text>
      </div>
      <div className="form-editor">
        <form onSubmit={submit} noValidate className="no-print">
          <Stack gap="sm">
            <LanguageChoice
              label={t('language')}
              value={language}
              onChange={(chosen) => setSearch({ language: chosen })}
            />
            <FormFields form={form} />
            {(failure ?? form.errors.chequeForm) && (
              <Alert color="red" role="alert">
                {failure ?? form.errors.chequeForm}
              </Alert>
            )}
            {may('bankAccounts.update') && (
              <Group justify="flex-end">
                <Button component={BusyButton} type="submit" loading={busy}>
                  {common('save')}
                </Button>
              </Group>
            )}
          </Stack>
        </form>
        {paper && isWhole && (
          <PaperView dir="ltr">
            <ChequeSheet
              form={chequeForm}
              contents={{
                date: paperDate('2026-12-31'),
                payee: paper.t('examplePayee'),
                amount: digits,
                words: words ?? digits,
              }}
              crossing={paper.t('crossed')}
              language={language}
              names={names}
            />
          </PaperView>
        )}
      </div>
    </>
  );
}

/** Forms that are alike are one object: by that a conflict is told from another change of the account. */
function useBase() {
  const [forms] = useState(() => new Map<string, ChequeForm>());
  return ({ version, chequeForm }: Account) => {
    const form = chequeForm ?? defaultForm;
    const key = JSON.stringify(form);
    const known = forms.get(key) ?? form;
    forms.set(key, known);
    return {
      version,
      values: { chequeForm: known },
      labels: { chequeForm: `${form.width} × ${form.height}` },
    };
  };
}

/** The positions on the cheque form of a bank account, and a sheet to try them. */
export function FormPrintPage() {
  const { bankAccountID } = useParams({ from: '/staff/print/form/$bankAccountID' });
  const account = useQuery(api.bankAccounts.get.queryOptions({ bankAccountID }));
  const settings = useQuery(api.settings.get.queryOptions());
  return (
    <>
      <BackToCheques />
      <WhenLoaded of={[account, settings]}>
        {(known, business) => <FormEditor key={known._id} account={known} settings={business} />}
      </WhenLoaded>
    </>
  );
}
