import { type Resource, resources } from '@daybook/domain';
import { useTranslation } from 'react-i18next';

/** What records and their fields are called: as their own screens say it. */
export function useRecordTexts() {
  const { t, i18n } = useTranslation(resources);
  return {
    kindOf: (resource: Resource) => t(`${resource}:singular`),
    /** A field that this version of the front-end does not know has its own name. */
    fieldOf(resource: Resource, field: string): string {
      const text: unknown = i18n.getResource(i18n.language, resource, `fields.${field}`);
      return typeof text === 'string' ? text : field;
    },
  };
}
