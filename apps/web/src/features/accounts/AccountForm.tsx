import { useResourceForm } from '../../data/ResourceForm.tsx';
import { type BankAccount, bankAccount } from '../../entities/accounts/description.ts';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';

interface Props {
  /** Undefined: a new one. */
  readonly row: BankAccount | undefined;
  readonly onClose: () => void;
}

/** What is archived is so by a button of its own. */
export function AccountForm({ row, onClose }: Props) {
  const { record, inputs, title } = useResourceForm(bankAccount, { row, next: false, onClose });
  return (
    <RecordDrawer title={title} record={record} onClose={onClose}>
      {inputs.name}
      {inputs.bank}
      {inputs.number}
    </RecordDrawer>
  );
}
