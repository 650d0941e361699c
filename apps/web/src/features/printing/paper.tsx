import type { Outputs } from '@daybook/client';
import { Anchor, Button, NativeSelect } from '@mantine/core';
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadLanguage } from '../../i18n/i18n.ts';
import { directionOf, languages, localeOf, nameOf } from '../../i18n/languages.ts';
import { useBusiness } from '../../lib/business.ts';
import { formatsOf } from '../../lib/format.ts';
import { styleNonce } from '../../lib/page.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { usePrintKey } from '../../lib/printing.ts';
import { amountInWords } from '../../lib/words/words.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Code, Name } from '../../ui/values.tsx';
import './printing.css';

interface AskedProps<A, B> {
  readonly of: readonly [UseQueryResult<A, unknown>, UseQueryResult<B, unknown>];
  readonly children: (one: A, other: B) => ReactNode;
}

/** What is made of two answers, once both are there. */
export function WhenLoaded<A, B>({ of: [one, other], children }: AskedProps<A, B>) {
  const { t } = useTranslation('printing');
  if (one.data !== undefined && other.data !== undefined) return children(one.data, other.data);
  const failed = [one, other].find(({ isError }) => isError);
  if (!failed) return <Loading />;
  return (
    <>
      <PageHeader title={t('title')} />
      <ErrorState error={failed.error} reset={() => void failed.refetch()} />
    </>
  );
}

/** The way to the register, from whatever is printed of it. */
export function BackToCheques() {
  const { t } = useTranslation('printing');
  return (
    <Anchor
      component={Link}
      to="/cheques"
      activeOptions={{ exact: true }}
      size="sm"
      className="no-print back"
    >
      <IconArrowLeft size={16} className="mirrored" aria-hidden /> {t('allCheques')}
    </Anchor>
  );
}

/** Whose paper it is. */
export function BusinessHead({ name, address, phoneNumber }: Outputs['settings']['get']) {
  return (
    <>
      <p className="list-business">
        <Name>{name}</Name>
      </p>
      {address && (
        <p>
          <Name>{address}</Name>
        </p>
      )}
      {phoneNumber && (
        <p>
          <Code>{phoneNumber}</Code>
        </p>
      )}
    </>
  );
}

interface LanguageChoiceProps {
  readonly label: string;
  readonly value: string;
  /** What stands for no language; without it there is always one. */
  readonly none?: string;
  readonly onChange: (language: string) => void;
}

/** The language of a printout. */
export function LanguageChoice({ label, value, none, onChange }: LanguageChoiceProps) {
  return (
    <NativeSelect label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {languages.map((language) => (
        <option key={language} value={language} lang={language}>
          {nameOf(language)}
        </option>
      ))}
    </NativeSelect>
  );
}

interface LanguageChoicesProps {
  readonly language: string;
  readonly second: string | undefined;
  readonly onChange: (changes: { language: string } | { second: string | undefined }) => void;
}

/** The one or two languages of a printout. */
export function LanguageChoices({ language, second = '', onChange }: LanguageChoicesProps) {
  const { t } = useTranslation('printing');
  return (
    <>
      <LanguageChoice
        label={t('language')}
        value={language}
        onChange={(chosen) => onChange({ language: chosen })}
      />
      <LanguageChoice
        label={t('secondLanguage')}
        value={second}
        none={t('none')}
        onChange={(chosen) => onChange({ second: chosen || undefined })}
      />
    </>
  );
}

interface PageSizeProps {
  /** Of one of several pages, as CSS has it. */
  readonly name?: string | undefined;
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
  /** Millimetres on every side; without it what is printed reaches to the edges. */
  readonly margin?: number;
}

/** What goes to paper has this size, and no numbers of pages. */
export function PageSize({ name = '', width, height, margin = 0 }: PageSizeProps) {
  const rule = `@page ${name} { size: ${width}mm ${height}mm; margin: ${margin}mm; @bottom-center { content: none; } }`;
  return <style nonce={styleNonce()}>{rule}</style>;
}

/** What goes to paper, as it does; scrolled where the window is smaller. */
export function PaperView({ dir, children }: { readonly dir?: 'ltr'; readonly children: ReactNode }) {
  const { t } = useTranslation('printing');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className="paper-view" dir={dir} tabIndex={0} aria-label={t('preview')}>
      {children}
    </section>
  );
}

interface PrintButtonProps {
  readonly label?: string;
  /** While what is printed is not there, or must not be. */
  readonly disabled?: boolean;
}

/** What is shown to paper, by the button and by the key. */
export function PrintButton({ label, disabled = false }: PrintButtonProps) {
  const { t } = useTranslation();
  const print = useCallback(() => {
    if (!disabled) window.print();
  }, [disabled]);
  usePrintKey(print);
  return (
    <Button
      data-command="print"
      disabled={disabled}
      leftSection={<IconPrinter size={16} aria-hidden />}
      onClick={print}
    >
      {label ?? t('print')}
    </Button>
  );
}

/** Texts and values in the language of a printout, whatever that of the screen; undefined until they are there. */
export function usePaper(language: string | undefined) {
  const { i18n } = useTranslation('printing');
  const { language: preferred, timeZone } = usePreferences();
  const { currency } = useBusiness();
  useEffect(() => {
    if (language) void loadLanguage(language);
  }, [language]);
  if (!language || !i18n.hasResourceBundle(language, 'printing')) return undefined;
  return {
    language,
    t: i18n.getFixedT(language, 'printing'),
    ofPayees: i18n.getFixedT(language, 'payees'),
    ofCheques: i18n.getFixedT(language, 'cheques'),
    formats: formatsOf(localeOf(language, preferred), timeZone, undefined, currency),
  };
}

export type Paper = NonNullable<ReturnType<typeof usePaper>>;

/** Undefined until it is known, null where there is none; see `amountInWords`. */
export function useWords(amount: string, currency: string | null, language: string) {
  const { data } = useQuery({
    queryKey: ['words', amount, currency, language],
    queryFn: async () => (await amountInWords(amount, currency, language)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  return data;
}

interface BothProps {
  readonly text: (of: Paper) => string;
  readonly paper: Paper;
  readonly second: Paper | undefined;
  /** Of figures, which run from left to right in every language. */
  readonly dir?: 'ltr';
}

// Marks of direction that only one of the languages needs make no difference.
const bare = (text: string) => text.replace(/\p{Cf}/gu, '');

/** The same in one language or in two; once where both say it alike. */
export function InBothLanguages({ text, paper, second, dir }: BothProps) {
  const [one, other] = [text(paper), second && text(second)];
  return (
    <>
      <span className={dir && 'ltr number'}>{one}</span>
      {second && other !== undefined && bare(other) !== bare(one) && (
        <span className="list-second">
          <bdi className={dir && 'number'} lang={second.language} dir={dir ?? directionOf(second.language)}>
            {other}
          </bdi>
        </span>
      )}
    </>
  );
}
