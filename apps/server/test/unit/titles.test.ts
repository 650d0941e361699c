import { appRouter } from '@daybook/api';
import { importFields, importKinds, printLanguages } from '@daybook/domain';
import { titleLanguages, titles } from '@daybook/domain/titles';
import { operationsOf } from '@daybook/facade';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../src/http/files/columns.ts';

const lists = operationsOf(appRouter).map((operation) => ({
  router: operation.id.split('.')[0] ?? '',
  columns: columnsOf(operation),
}));

it('are in every language of the front-end', () => {
  expect(titleLanguages.toSorted()).toEqual(printLanguages.toSorted());
});

describe.each(titleLanguages)('in %s', (language) => {
  it('there is one for each column of each list, and no two are alike in one', () => {
    for (const { columns } of lists) {
      const texts = columns.map(({ titleIn }) => titleIn(language));
      expect(new Set(texts).size).toBe(texts.length);
      expect(texts.every((text) => text.trim() === text && text !== '')).toBe(true);
    }
  });

  it('they are those that English has', () => {
    const keys = (texts: (typeof titles)['en']) =>
      Object.entries(texts).flatMap(([router, own]) => [
        ...Object.keys(own).map((key) => `${router}.${key}`),
        ...Object.keys('fields' in own ? own.fields : {}).map((key) => `${router}.fields.${key}`),
      ]);
    expect(keys(titles[language])).toEqual(keys(titles.en));
    expect(titles[language].common.identifier).toContain('{{name}}');
  });
});

it('every title is that of a column, in a list or in a file to be imported', () => {
  const imported = importKinds.flatMap((kind) => importFields(kind).map(({ field }) => `${kind}.${field}`));
  const listed = lists.flatMap(({ router, columns }) =>
    columns.flatMap(({ field }) => [`${router}.${field}`, `common.${field}`]),
  );
  const fields = new Set([...imported, ...listed]);
  const unused = Object.entries(titles.en).flatMap(([router, texts]) =>
    Object.keys('fields' in texts ? texts.fields : texts).flatMap((field) =>
      fields.has(`${router}.${field}`) ? [] : [`${router}.${field}`],
    ),
  );
  expect(unused).toEqual(['common.identifier']);
});
