import type { InboxHelpSettings } from '@balcao/contract/inbox-help';
import { helpTasks } from '@balcao/contract/inbox-help-rules';
import { suggestedModels, suggestedTranscriptionModels } from '@balcao/contract/prompt-rules';
import { Autocomplete, Checkbox, PasswordInput, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInboxHelpSettings } from '../../../data/inbox-help/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { taskText } from './help-text.ts';
import css from './inbox-help.module.css';
import { type InboxHelpValues, inboxHelpRules, inboxHelpValues } from './inbox-help-form.ts';
import { useSaveInboxHelp } from './mutations.ts';

/** Sets the help in the inbox up. Mounted while it is open. */
export function InboxHelpDialog({ settings, onClose }: { settings: InboxHelpSettings; onClose: () => void }) {
  const save = useSaveInboxHelp();
  const form = useForm<InboxHelpValues>({ initialValues: inboxHelpValues(settings), validate: inboxHelpRules() });
  const now = recordNow(useInboxHelpSettings(), inboxHelpValues);
  const hasKey = settings.apiKey !== '';
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
        <PasswordInput
          label={t('Chave da API')}
          description={
            hasKey ? t('Uma chave está guardada. Escreva outra para trocar.') : t('Fica guardada cifrada e não é mostrada de novo.')
          }
          placeholder={hasKey ? '••••' : 'sk-…'}
          autoComplete="new-password"
          maxLength={500}
          {...form.getInputProps('apiKey')}
        />
        <TextInput
          label={t('Endereço do provedor')}
          description={t('Vazio: o da instalação. Serve qualquer um compatível com a OpenAI.')}
          placeholder="https://api.openai.com/v1"
          type="url"
          autoComplete="off"
          maxLength={300}
          {...form.getInputProps('baseUrl')}
        />
        <Autocomplete
          label={t('Modelo')}
          description={t('Escolha ou escreva o nome que o provedor usa.')}
          required
          data={[...suggestedModels]}
          maxLength={100}
          {...form.getInputProps('model')}
        />
        <Autocomplete
          label={t('Modelo que ouve áudios')}
          description={t('Transcreve os áudios dos clientes.')}
          required
          data={[...suggestedTranscriptionModels]}
          maxLength={100}
          {...form.getInputProps('transcriptionModel')}
        />
      </div>
    </FormDialog>
  );
}
