import type { ContactListItemView } from '@balcao/contract/contact-lists';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEditedItem } from '../../../data/contact-lists/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { showToast, toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { type ItemValues, itemRules, itemValues } from './item-form.ts';
import { useSaveItem } from './mutations.ts';

export type ItemDialogProps = {
  contactListId: number;
  /** Null adds a contact. */
  item: ContactListItemView | null;
  onClose: () => void;
};

/** Adds a contact to a list or changes one. Mounted while it is open. */
export function ItemDialog({ contactListId, item, onClose }: ItemDialogProps) {
  const save = useSaveItem(contactListId);
  const form = useForm<ItemValues>({ initialValues: itemValues(item), validate: itemRules(), validateInputOnBlur: true });
  const now = recordNow(useEditedItem(item), itemValues);
  const onSave = async (values: ItemValues) => {
    const saved = await save.mutateAsync({ itemId: item?.id ?? null, values });
    // A number that the list has already stays as it is.
    if (item !== null || saved.name === values.name.trim())
      toastSuccess(t('Contato da lista salvo com sucesso.'), toastLife.administration);
    else showToast({ kind: 'warning', title: t('A lista já tem este número: {{name}}.', { name: saved.name }), lifeMs: toastLife.warning });
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={item ? t('Editar contato da lista') : t('Adicionar contato à lista')}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{ ERR_INVALID_NUMBER: 'number', ERR_LIST_NUMBER_EXISTS: 'number' }}
      saveLabel={item ? t('Salvar') : t('Adicionar')}
    >
      <TextInput label={t('Nome')} required data-autofocus maxLength={60} autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label={t('Número')}
        required
        type="tel"
        description={t('Com DDD; de outro país, com + e o código.')}
        maxLength={50}
        autoComplete="off"
        {...form.getInputProps('number')}
      />
      <TextInput label={t('E-mail')} type="email" maxLength={254} autoComplete="off" {...form.getInputProps('email')} />
    </FormDialog>
  );
}
