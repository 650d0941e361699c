import { useResourceForm } from '../../data/ResourceForm.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { type Payee, payee } from './description.ts';
import { SimilarPayees } from './SimilarPayees.tsx';

type Named = Pick<Payee, '_id' | 'name'>;

interface Props {
  /** Undefined: a new one. */
  readonly row?: Payee | undefined;
  /** Of a new one, as typed elsewhere. */
  readonly name?: string;
  readonly onClose: () => void;
  /** Where a payee is wanted: the new one, or one of a similar name that is there already. */
  readonly onChosen?: (payee: Named) => void;
}

export function PayeeForm({ row, name = '', onClose, onChosen }: Props) {
  const { record, form, inputs, title } = useResourceForm(payee, {
    row,
    initial: { name },
    onCreated: onChosen,
    ...(onChosen && { next: false }),
    onClose,
  });
  const use =
    onChosen &&
    ((chosen: Named) => {
      onChosen(chosen);
      onClose();
    });
  return (
    <RecordDrawer title={title} record={record} onClose={onClose}>
      {inputs.name}
      {!row && <SimilarPayees name={form.values.name} onUse={use} />}
      {inputs.phoneNumber}
      {inputs.email}
      {inputs.extraNotes}
    </RecordDrawer>
  );
}
