import { useTranslation } from 'react-i18next';
import {
  choicesOf,
  parameterOf,
  type StatusChoice,
  statusChoices,
} from '../../entities/cheques/status-filter.ts';
import { MultiPicker } from '../../ui/Picker.tsx';

interface Props {
  /** As in the address. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Several statuses; those of open cheques at once. */
export function StatusFilter({ value, onChange }: Props) {
  const { t } = useTranslation('cheques');
  const { t: common } = useTranslation();
  const chosen = choicesOf(value);
  const choices = statusChoices.map((choice) => ({
    value: choice,
    label: choice === 'open' ? t('open') : t(`statuses.${choice}`),
  }));
  return (
    <MultiPicker
      label={t('status')}
      w={chosen.length > 1 ? 300 : 180}
      // What is typed has the room that is left.
      styles={{ inputField: { minWidth: 20 } }}
      {...(chosen.length === 0 && { placeholder: common('all') })}
      choices={choices}
      value={[...chosen]}
      onChange={(values) => onChange(parameterOf(values as StatusChoice[]))}
    />
  );
}
