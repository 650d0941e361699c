import type { Role } from '@daybook/domain';
import { IconCircleCheck, IconCircleOff, IconShield } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../ui/Chip.tsx';

const looks = {
  User: { tone: 'quiet' },
  Supervisor: { tone: 'info' },
  Administrator: { tone: 'info', icon: IconShield },
} as const;

export function RoleBadge({ role }: { readonly role: Role }) {
  const { t } = useTranslation();
  return <Chip {...looks[role]}>{t(`roles.${role}`)}</Chip>;
}

/** By word and icon, not by colour alone. */
export function Status({ active }: { readonly active: boolean }) {
  const { t } = useTranslation('users');
  return active ? (
    <Chip tone="success" icon={IconCircleCheck}>
      {t('fields.active')}
    </Chip>
  ) : (
    <Chip tone="quiet" icon={IconCircleOff}>
      {t('deactivated')}
    </Chip>
  );
}
