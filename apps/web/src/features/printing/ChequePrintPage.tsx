import type { Outputs } from '@daybook/client';
import { Alert, Anchor, Group, NativeSelect, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';
import type { Cheque } from '../../entities/cheques/cheque.ts';
import { languageOf } from '../../i18n/languages.ts';
import { useFilters } from '../../lib/search.ts';
import { protectedAmount } from '../../lib/words/words.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { ChequePrintSearch } from '../search.ts';
import { ChequeSheet, measure } from './ChequeSheet.tsx';
import {
  BackToCheques,
  LanguageChoice,
  PaperView,
  PrintButton,
  usePaper,
  useWords,
  WhenLoaded,
} from './paper.tsx';
import { paperDate, placeTexts } from './places.ts';

interface AccountChoiceProps {
  readonly value: string | undefined;
  readonly onChange: (bankAccountID: string | undefined) => void;
}

/** On whose form a cheque is printed that names no account. */
export function AccountChoice({ value, onChange }: AccountChoiceProps) {
  const { t } = useTranslation('printing');
  const { data } = useQuery(api.bankAccounts.list.queryOptions({ isArchived: 'false' }));
  return (
    <NativeSelect
      label={t('account')}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    >
      <option value="">{t('none')}</option>
      {data?.items.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}

type Settings = Outputs['settings']['get'];

interface ChequePrintProps {
  readonly cheque: Cheque;
  readonly settings: Settings;
}

export function ChequePrint({ cheque, settings }: ChequePrintProps) {
  const { t } = useTranslation('printing');
  const may = useMay();
  const [search, setSearch] = useFilters(ChequePrintSearch);
  const { value, serial, dueDate, payeeName, isCancelled } = cheque;
  const language = languageOf(search.language) ?? settings.language;
  const paper = usePaper(language);
  const words = useWords(value, settings.currency, language);
  const bankAccountID = cheque.account ?? search.account;
  const account = useQuery({
    ...api.bankAccounts.get.queryOptions({ bankAccountID: bankAccountID ?? '' }),
    enabled: bankAccountID !== undefined,
  });
  const form = account.data?.chequeForm;
  const isCrossed = search.crossed !== 'false';
  const digits = protectedAmount(value, settings.currency, language);
  const contents = {
    date: paperDate(dueDate),
    payee: payeeName,
    amount: digits,
    words: words ?? digits,
  };
  const isReady = Boolean(form) && paper !== undefined && words !== undefined;
  const cut = form ? placeTexts(form, contents, measure).filter((text) => text.isCut) : [];
  return (
    <>
      <div className="no-print">
        <PageHeader title={t('chequeTitle', { serial })}>
          <PrintButton disabled={!isReady} />
        </PageHeader>
        <Group align="flex-end" mb="md">
          <LanguageChoice
            label={t('language')}
            value={language}
            onChange={(chosen) => setSearch({ language: chosen })}
          />
          {!cheque.account && (
            <AccountChoice value={bankAccountID} onChange={(chosen) => setSearch({ account: chosen })} />
          )}
          {form?.fields.crossed && (
            <Switch
              label={t('crossed')}
              checked={isCrossed}
              mb={8}
              onChange={({ currentTarget }) =>
                setSearch({ crossed: currentTarget.checked ? undefined : 'false' })
              }
            />
          )}
          {account.data && may('bankAccounts.update') && (
            <Anchor component={Link} to={`/print/form/${account.data._id}`} size="sm" mb={8}>
              {t('adjust')}
            </Anchor>
          )}
        </Group>
        <Stack gap="xs" mb="md">
          {isCancelled && <Alert color="yellow">{t('isCancelled')}</Alert>}
          {words === null && <Alert color="yellow">{t('noWords')}</Alert>}
          {cut.length > 0 && <Alert color="red">{t('tooLong')}</Alert>}
          {bankAccountID === undefined && <Alert>{t('noAccount')}</Alert>}
          {account.data && !form && <Alert>{t('noForm')}</Alert>}
          {account.error && <ErrorState error={account.error} reset={() => void account.refetch()} />}
        </Stack>
      </div>
      {form && paper && words !== undefined && (
        <PaperView dir="ltr">
          <ChequeSheet
            form={form}
            contents={contents}
            crossing={isCrossed ? paper.t('crossed') : undefined}
            language={language}
          />
        </PaperView>
      )}
      {account.isFetching && !account.data && <Loading />}
    </>
  );
}

/** One cheque on the form of its bank. */
export function ChequePrintPage() {
  const { chequeID } = useParams({ from: '/staff/print/cheque/$chequeID' });
  const cheque = useQuery(api.cheques.get.queryOptions({ chequeID }));
  const settings = useQuery(api.settings.get.queryOptions());
  return (
    <>
      <BackToCheques />
      <WhenLoaded of={[cheque, settings]}>
        {(known, business) => <ChequePrint cheque={known} settings={business} />}
      </WhenLoaded>
    </>
  );
}
