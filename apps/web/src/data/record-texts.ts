import { type JournalKind, journalKinds, type Resource } from '@daybook/domain';
import { useTranslation } from 'react-i18next';

/** What records, their fields and what is done with them are called: in the words of their own screens. */
export function useRecordTexts() {
  const { t, i18n } = useTranslation(journalKinds);
  return {
    textOf: (kind: JournalKind, key: 'singular') => t(`${kind}:${key}`),
    formTitleOf: (resource: Resource, key: 'new' | 'edit') => t(`${resource}:${key}`),
    /** A field, or what its list shows beside; one that this version of the front-end does not know has its own name. */
    fieldOf(kind: JournalKind | 'trash', field: string): string {
      const texts: unknown[] = [`fields.${field}`, field].map((key) =>
        i18n.getResource(i18n.language, kind, key),
      );
      return texts.find((text) => typeof text === 'string') ?? field;
    },
  };
}
