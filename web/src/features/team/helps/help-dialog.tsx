import { helpLimits } from '@balcao/contract/help-rules';
import type { HelpView } from '@balcao/contract/helps';
import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEditedHelp } from '../../../data/helps/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { type HelpValues, helpRules, helpValues } from './help-form.ts';
import { useSaveHelp } from './mutations.ts';

/** Adds (`record` null) or changes a video. Mounted while it is open. */
export function HelpDialog({ record, onClose }: { record: HelpView | null; onClose: () => void }) {
  const save = useSaveHelp();
  const form = useForm<HelpValues>({ initialValues: helpValues(record), validate: helpRules() });
  const now = recordNow(useEditedHelp(record), helpValues);
  const onSave = async (values: HelpValues) => {
    await save.mutateAsync({ id: record?.id ?? null, values });
    toastSuccess(t('Operação realizada com sucesso!'), toastLife.administration);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={record ? t('Editar vídeo') : t('Adicionar vídeo')}
      form={form}
      now={now}
      onSave={onSave}
      saveLabel={record ? t('Salvar') : t('Adicionar')}
    >
      <TextInput
        label={t('Título')}
        required
        data-autofocus
        autoComplete="off"
        maxLength={helpLimits.titleMax}
        {...form.getInputProps('title')}
      />
      <TextInput
        label={t('Código do vídeo')}
        description={t('O endereço ou o código de um vídeo do YouTube.')}
        required
        autoComplete="off"
        {...form.getInputProps('video')}
      />
      <Textarea label={t('Descrição')} required autosize minRows={3} maxRows={8} {...form.getInputProps('description')} />
    </FormDialog>
  );
}
