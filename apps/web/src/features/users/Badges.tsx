import type { Role } from '@daybook/domain';
import { Badge, Group } from '@mantine/core';
import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const colors = { User: 'gray', Supervisor: 'cyan', Administrator: 'grape' } as const;

export function RoleBadge({ role }: { readonly role: Role }) {
  const { t } = useTranslation();
  return (
    <Badge color={colors[role]} variant="dot" tt="none" miw="max-content">
      {t(`roles.${role}`)}
    </Badge>
  );
}

/** By word and icon, not by colour alone. */
export function Status({ active }: { readonly active: boolean }) {
  const { t } = useTranslation('users');
  const Icon = active ? IconCircleCheck : IconCircleOff;
  return (
    <Group
      component="span"
      gap={4}
      wrap="nowrap"
      display="inline-flex"
      miw="max-content"
      c={active ? undefined : 'dimmed'}
    >
      <Icon size={16} aria-hidden />
      {t(active ? 'fields.active' : 'deactivated')}
    </Group>
  );
}
