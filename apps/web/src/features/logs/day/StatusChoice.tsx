import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '../logic/sheet.ts';

interface Props {
  readonly label: string;
  readonly value: Status;
  /** Nothing can be said as well. */
  readonly isOptional: boolean;
  readonly isLocked: boolean;
  readonly onChange: (status: Status) => void;
}

/** Present or absent: one place in the order of Tab, arrows choose. */
export function StatusChoice({ label, value, isOptional, isLocked, onChange }: Props) {
  const { t } = useTranslation('logs');
  const name = useId();
  const choices: readonly Status[] = isOptional ? ['', 'present', 'absent'] : ['present', 'absent'];
  return (
    <div role="radiogroup" aria-label={label} className="status-choice">
      {choices.map((status) => (
        <label key={status} className={status || 'none'}>
          <input
            type="radio"
            name={name}
            checked={value === status}
            onChange={() => !isLocked && onChange(status)}
          />
          {status ? (
            t(status)
          ) : (
            <>
              <span aria-hidden title={t('nothingRecorded')}>
                –
              </span>
              <VisuallyHidden>{t('nothingRecorded')}</VisuallyHidden>
            </>
          )}
        </label>
      ))}
    </div>
  );
}
