import type { InboxHelpSettings } from '@balcao/contract/inbox-help';
import { helpTasks } from '@balcao/contract/inbox-help-rules';
import { Checkbox, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInboxHelpSettings } from '../../../data/inbox-help/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { ModelField, ProviderFields, TranscriptionModelField } from '../../../ui/fields/provider-fields.tsx';
import { taskText } from './help-text.ts';
import css from './inbox-help.module.css';
import { type InboxHelpValues, inboxHelpRules, inboxHelpValues } from './inbox-help-form.ts';
import { useSaveInboxHelp } from './mutations.ts';

/** Sets the help in the inbox up. Mounted while it is open. */
export function InboxHelpDialog({ settings, onClose }: { settings: InboxHelpSettings; onClose: () => void }) {
  const save = useSaveInboxHelp();
  const form = useForm<InboxHelpValues>({ initialValues: inboxHelpValues(settings), validate: inboxHelpRules() });
  const now = recordNow(useInboxHelpSettings(), inboxHelpValues);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('Ajuda da IA na conversa')}
      form={form}
      now={now}
      onSave={async (values) => {
        await save.mutateAsync(values);
        toastSuccess(t('Ajuda da IA salva.'), toastLife.administration);
      }}
      fieldOfCode={{ ERR_API_KEY_REQUIRED: 'apiKey' }}
      saveLabel={t('Salvar')}
      width={620}
    >
      <Switch
        label={t('Ligar a ajuda para quem atende')}
        description={t(
          'O que os clientes escrevem vai para o provedor quando alguém pede ajuda. Nada é enviado ao cliente sem uma pessoa.',
        )}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
      <Checkbox.Group label={t('O que se pode pedir')} {...form.getInputProps('tasks')}>
        <div className={css.tasks}>
          {helpTasks.map((task) => (
            <Checkbox key={task} value={task} label={taskText(task)} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={css.pair}>
        <ProviderFields form={form} required={false} />
        <ModelField form={form} />
        <TranscriptionModelField form={form} />
      </div>
    </FormDialog>
  );
}
