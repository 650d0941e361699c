import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** The way to the register, from whatever is printed of it. */
export function Back() {
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
