import { useTranslation } from 'react-i18next';
import { LocalizedError } from '../lib/errors.ts';
import { serviceUrl } from '../lib/page.ts';
import { withToken } from '../session.ts';
import type { FileChoice } from '../ui/ExportMenu.tsx';

/** A list as the service makes a file of it: its address in REST, and its filters. */
export interface ListAddress {
  readonly path: string;
  readonly filters?: Readonly<Record<string, string | boolean | undefined>>;
}

const types = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

function urlOf({ path, filters = {} }: ListAddress): string {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  // A comma as it is: 400 identifiers and the headers fit into 16 kB.
  return `${serviceUrl}${path}?${String(new URLSearchParams(given)).replaceAll('%2C', ',')}`;
}

async function read({ body, headers }: Response, tell: (bytes: number) => void): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    chunks.push(next.value);
    bytes += next.value.length;
    tell(bytes);
  }
  return new Blob(chunks, { type: headers.get('content-type') ?? '' });
}

/** A list as files of all its pages, with titles in the language of the page. */
export function useListFiles(address: ListAddress): readonly FileChoice[] {
  const { t, i18n } = useTranslation();
  const make =
    (ending: 'csv' | 'xlsx'): FileChoice['make'] =>
    async (signal, tell) => {
      const headers = { accept: types[ending], 'accept-language': i18n.language };
      let response: Response;
      try {
        response = await withToken((authorization) =>
          fetch(urlOf(address), { signal, cache: 'no-store', headers: { ...headers, authorization } }),
        );
        if (response.ok) return await read(response, tell);
      } catch {
        // Also one whose connection breaks off in the middle: what there is of it is no file.
        throw new LocalizedError(t('errors.NETWORK'));
      }
      const failure = (await response.json().catch(() => undefined)) as
        | { readonly error?: { readonly code?: string } }
        | undefined;
      const code = failure?.error?.code ?? 'INTERNAL';
      throw new LocalizedError(
        t(`errors.${code}` as 'errors.INTERNAL', { defaultValue: t('errors.INTERNAL') }),
      );
    };
  return [
    { title: t('exportXlsx'), ending: 'xlsx', make: make('xlsx') },
    { title: t('exportCsv'), ending: 'csv', make: make('csv') },
  ];
}
