import type { ContactListView } from '@balcao/contract/contact-lists';
import { Button, MultiSelect, NumberInput, Radio, Select, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useEditedContactList } from '../../../data/contact-lists/queries.ts';
import { useTagChoices } from '../../../data/tags/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { type ContactListValues, contactListRules, contactListValues } from './contact-list-form.ts';
import { useCountFiltered, useSaveContactList } from './mutations.ts';

export type ContactListDialogProps = {
  /** Null adds a list. */
  list: ContactListView | null;
  onClose: () => void;
};

/** Adds or changes a contact list. Mounted while it is open. */
export function ContactListDialog({ list, onClose }: ContactListDialogProps) {
  const save = useSaveContactList();
  const form = useForm<ContactListValues>({
    initialValues: contactListValues(list),
    validate: contactListRules(),
    validateInputOnBlur: ['name', 'days', 'fieldName'],
  });
  const now = recordNow(useEditedContactList(list), contactListValues);
  const onSave = async (values: ContactListValues) => {
    await save.mutateAsync({ contactListId: list?.id ?? null, values });
    toastSuccess(t('Lista de contatos salva com sucesso.'), toastLife.administration);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={list ? t('Editar lista de contatos') : t('Adicionar lista de contatos')}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{ ERR_LIST_FILTER: 'source', ERR_NO_TAG_FOUND: 'tags' }}
      saveLabel={list ? t('Salvar') : t('Adicionar')}
    >
      <TextInput label={t('Nome')} required data-autofocus maxLength={60} autoComplete="off" {...form.getInputProps('name')} />
      <Radio.Group label={t('Contatos da lista')} {...form.getInputProps('source')}>
        <Stack gap="xs" mt="xs">
          <Radio value="hand" label={t('Escolhidos à mão ou por planilha')} />
          <Radio
            value="frozen"
            label={t('De um filtro, uma vez')}
            description={t('Quem atende ao filtro agora entra; depois a lista fica como está.')}
          />
          <Radio
            value="inStep"
            label={t('De um filtro, sempre')}
            description={t('A lista acompanha o filtro: contatos entram e saem sozinhos.')}
          />
        </Stack>
      </Radio.Group>
      {form.values.source !== 'hand' && <FilterFields form={form} />}
    </FormDialog>
  );
}

function FilterFields({ form }: { form: Pick<UseFormReturnType<ContactListValues>, 'getInputProps' | 'getValues' | 'values'> }) {
  const { data: tags = [] } = useTagChoices();
  const count = useCountFiltered();
  return (
    <>
      <MultiSelect
        label={t('Com alguma destas tags')}
        data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
        searchable
        clearable
        {...form.getInputProps('tags')}
      />
      <Select
        label={t('Último contato')}
        allowDeselect={false}
        data={[
          { value: 'any', label: t('Qualquer') },
          { value: 'within', label: t('Escreveu nos últimos dias') },
          { value: 'before', label: t('Não escreve há dias') },
        ]}
        {...form.getInputProps('wrote')}
      />
      {form.values.wrote !== 'any' && (
        <NumberInput label={t('Dias')} min={1} max={3650} allowDecimal={false} allowNegative={false} {...form.getInputProps('days')} />
      )}
      <TextInput label={t('Informação adicional')} placeholder={t('Cidade')} maxLength={110} {...form.getInputProps('fieldName')} />
      <TextInput
        label={t('Valor da informação')}
        description={t('Vazio: qualquer valor.')}
        maxLength={2000}
        {...form.getInputProps('fieldValue')}
      />
      <div>
        <Button
          variant="default"
          size="sm"
          loading={count.isPending}
          onClick={() => count.mutate(form.getValues(), { onError: (error) => notifyError(error) })}
        >
          {t('Contar contatos')}
        </Button>{' '}
        <span role="status">{count.data && t('{{count}} contatos atendem ao filtro agora', { count: count.data.count })}</span>
      </div>
    </>
  );
}
