import type { Outputs } from '@daybook/client';
import { Alert, Anchor, Group, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useMay } from '../../../data/me.ts';
import type { Cheque } from '../../../entities/cheques/cheque.ts';
import { languageOf } from '../../../i18n/languages.ts';
import { useFilters } from '../../../lib/search.ts';
import { guarded } from '../../../lib/words/guarded.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ChequeSheet } from '../ChequeSheet.tsx';
import { LanguageChoice } from '../LanguageChoice.tsx';
import { placed } from '../logic/places.ts';
import { paperDate } from '../logic/texts.ts';
import { measure } from '../measure.ts';
import { PaperView } from '../PaperView.tsx';
import { PrintButton } from '../PrintButton.tsx';
import { ChequePrintSearch } from '../search.ts';
import { usePaper, useWords } from '../usePaper.ts';
import { AccountChoice } from './AccountChoice.tsx';

type Settings = Outputs['settings']['get'];

interface Props {
  readonly cheque: Cheque;
  readonly settings: Settings;
}

export function ChequePrint({ cheque, settings }: Props) {
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
  const digits = guarded(value, settings.currency, language);
  const contents = {
    date: paperDate(dueDate),
    payee: payeeName,
    amount: digits,
    words: words ?? digits,
  };
  const isReady = Boolean(form) && paper !== undefined && words !== undefined;
  const cut = form ? placed(form, contents, measure).filter((text) => text.isCut) : [];
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
