import type { ConsentView } from '@balcao/contract/consent';
import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { lengthProblem } from '../../../ui/fields/field-rules.ts';
import { useNoteConsent } from './mutations.ts';

export type NoteDialogProps = { contactId: number; state: ConsentView['state']; onClose: () => void };

/** Notes what a contact said on the telephone or over the counter. Mounted while it is open. */
export function NoteDialog({ contactId, state, onClose }: NoteDialogProps) {
  const note = useNoteConsent(contactId);
  const form = useForm({
    initialValues: { words: '' },
    validate: { words: (words: string) => lengthProblem(words.trim(), 1, 500, t('Obrigatório')) },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={state === 'out' ? t('Anotar que não quer receber') : t('Anotar que voltou')}
      form={form}
      onSave={async ({ words }) => {
        await note.mutateAsync({ state, words: words.trim() });
        toastSuccess(t('Anotado.'), toastLife.administration);
      }}
      saveLabel={t('Anotar')}
    >
      <Textarea
        label={t('O que a pessoa disse, e como')}
        placeholder={t('Pediu por telefone para não receber mais promoções')}
        required
        data-autofocus
        autosize
        minRows={3}
        maxLength={500}
        {...form.getInputProps('words')}
      />
    </FormDialog>
  );
}
