import type { ApiKeyView } from '@balcao/contract/api-keys';
import { apiScopes } from '@balcao/contract/api-rules';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEditedApiKey } from '../../../data/api-keys/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { type ApiKeyValues, apiKeyRules, apiKeyValues } from './api-key-form.ts';
import { useSaveApiKey } from './mutations.ts';
import { scopeText } from './scope-text.ts';

export type ApiKeyDialogProps = {
  /** Null makes a key. */
  record: ApiKeyView | null;
  /** A key was made, to be shown for the only time. */
  onMade: (key: string) => void;
  onClose: () => void;
};

/** Makes a key or changes one. Mounted while it is open. */
export function ApiKeyDialog({ record, onMade, onClose }: ApiKeyDialogProps) {
  const save = useSaveApiKey();
  const form = useForm<ApiKeyValues>({ initialValues: apiKeyValues(record), validate: apiKeyRules(), validateInputOnBlur: ['name'] });
  const now = recordNow(useEditedApiKey(record), apiKeyValues);
  const onSave = async (values: ApiKeyValues) => {
    const key = await save.mutateAsync({ id: record?.id ?? null, values });
    if (key) onMade(key);
    else toastSuccess(t('Chave salva com sucesso.'), toastLife.administration);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={record ? t('Editar chave') : t('Adicionar chave')}
      form={form}
      now={now}
      onSave={onSave}
      saveLabel={record ? t('Salvar') : t('Gerar chave')}
    >
      <TextInput
        label={t('Nome')}
        description={t('Qual programa usa a chave, por exemplo a loja virtual.')}
        required
        data-autofocus
        maxLength={50}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t('O que a chave pode fazer')} required {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt="xs">
          {apiScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeText(scope)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
