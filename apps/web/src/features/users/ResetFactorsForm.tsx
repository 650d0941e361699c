import { Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';

interface Props {
  readonly user: { readonly _id: string; readonly fullName: string };
  readonly onClose: () => void;
}

const Reason = z.object({ reason: z.string().trim().min(1).max(500) });

/** Of somebody who lost the phone and the recovery codes: from then on the password alone lets them in. */
export function ResetFactorsForm({ user: { _id: userID, fullName: name }, onClose }: Props) {
  const { t } = useTranslation('security');
  const record = useRecordForm({
    resource: 'factors',
    schema: Reason,
    initial: { reason: '' },
    create: ({ reason }) => client.users.resetFactors.mutate({ userID, reason }),
    onDone: () => {
      notifications.show({ message: t('reset.done', { name }) });
      onClose();
    },
  });
  return (
    <RecordDrawer
      title={t('reset.title', { name })}
      record={record}
      onClose={onClose}
      submitText={t('reset.open')}
    >
      <Text size="sm">{t('reset.text')}</Text>
      <Textarea
        label={t('reset.reason')}
        description={t('reset.reasonHint')}
        required
        data-autofocus
        autosize
        minRows={2}
        {...record.form.getInputProps('reason')}
      />
    </RecordDrawer>
  );
}
