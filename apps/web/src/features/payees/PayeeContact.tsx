import { Group, Text } from '@mantine/core';
import { IconMail, IconNote, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payee } from '../../entities/payees/description.ts';
import { Mail, Phone } from '../../ui/Contact.tsx';
import { Name } from '../../ui/Values.tsx';

export function PayeeContact({ payee: { phoneNumber, email, extraNotes } }: { readonly payee: Payee }) {
  const { t } = useTranslation('payees');
  if (!phoneNumber && !email && !extraNotes)
    return (
      <Text c="dimmed" mb="md">
        {t('noContact')}
      </Text>
    );
  return (
    <Group component="dl" gap="xl" mt={0} mb="md" align="flex-start">
      {phoneNumber && (
        <Item icon={<IconPhone size={18} aria-hidden />} name={t('fields.phoneNumber')}>
          <Phone>{phoneNumber}</Phone>
        </Item>
      )}
      {email && (
        <Item icon={<IconMail size={18} aria-hidden />} name={t('fields.email')}>
          <Mail>{email}</Mail>
        </Item>
      )}
      {extraNotes && (
        <Item icon={<IconNote size={18} aria-hidden />} name={t('fields.extraNotes')}>
          <Text component="span" className="notes">
            <Name>{extraNotes}</Name>
          </Text>
        </Item>
      )}
    </Group>
  );
}

function Item({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="contact">
      <Text component="dt" size="sm" c="dimmed" className="figure-label">
        {icon}
        {name}
      </Text>
      <dd className="plain">{children}</dd>
    </div>
  );
}
