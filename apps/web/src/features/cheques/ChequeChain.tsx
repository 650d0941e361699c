import { Anchor, Text, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { recordQuery } from '../../data/record-client.ts';
import { ChequeStatus } from '../../entities/cheques/ChequeStatus.tsx';
import type { Cheque } from '../../entities/cheques/cheque.ts';
import { Day, Money } from '../../ui/Values.tsx';

/** The cheque that this one replaces, and those that replace it. */
export function ChequeChain({ cheque: { replaces, replacedBy } }: { readonly cheque: Cheque }) {
  const { t } = useTranslation('cheques');
  return (
    <>
      {replaces && <Others title={t('fields.replaces')} ids={[replaces]} />}
      {replacedBy.length > 0 && <Others title={t('fields.replacedBy')} ids={replacedBy} />}
    </>
  );
}

interface Props {
  readonly title: string;
  readonly ids: readonly string[];
}

function Others({ title, ids }: Props) {
  const { t } = useTranslation('cheques');
  const cheques = useQueries({ queries: ids.map((id) => recordQuery('cheques', id)) });
  return (
    <section className="chain">
      <Title order={2} size="h5">
        {title}
      </Title>
      <ul>
        {cheques.map(({ data, isError }, index) => (
          <li key={ids[index]}>
            {data ? (
              <>
                <Anchor component={Link} to={`/cheques/${data._id}`}>
                  {t('named', { serial: data.serial })}
                </Anchor>
                <Money value={data.value} />
                <Day value={data.dueDate} />
                <ChequeStatus cheque={data} />
              </>
            ) : (
              <Text c="dimmed">{isError ? t('notFound') : '…'}</Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
