import { messageBodyMax } from '@balcao/contract/message-rules';
import type { MessageView } from '@balcao/contract/messages';
import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { t } from '../../../../platform/i18n.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { signatureOf } from '../composer/draft.ts';

export type EditDialogProps = {
  message: MessageView;
  onSave: (body: string) => Promise<unknown>;
  onClose: () => void;
};

/** Edits a text that was sent. The signature does not change. */
export function EditDialog({ message, onSave, onClose }: EditDialogProps) {
  const signature = signatureOf(message);
  const form = useForm({
    initialValues: { text: message.body.slice(signature.length) },
    validate: { text: (text) => (text.trim() ? null : t('Obrigatório')) },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Editar mensagem')}
      form={form}
      onSave={({ text }) => onSave(signature + text.trim())}
      saveLabel={t('Salvar')}
      width={480}
    >
      <Textarea
        label={t('Mensagem')}
        description={t('O cliente vê que a mensagem foi editada. Isso é possível até 15 minutos depois do envio.')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={messageBodyMax - signature.length}
        data-autofocus
        {...form.getInputProps('text')}
      />
    </FormDialog>
  );
}
