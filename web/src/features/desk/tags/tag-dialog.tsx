import type { TagView } from '@balcao/contract/tags';
import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEditedTag } from '../../../data/tags/queries.ts';
import { ApiError } from '../../../platform/api.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { loadSentences } from '../../../platform/sentences.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { ColorPalette } from '../../../ui/fields/color-palette.tsx';
import { Mark } from '../../../ui/marks/mark.tsx';
import { useSaveTag } from './mutations.ts';
import { isAsAsked, type TagValues, tagRules, tagValues } from './tag-form.ts';

export type TagDialogProps = {
  /** Null adds a tag. */
  tag: TagView | null;
  /** May the person say whether the tag is a lane of the kanban board? */
  mayKanban: boolean;
  onClose: () => void;
};

/** Adds or changes a tag. Mounted while it is open. */
export function TagDialog({ tag, mayKanban, onClose }: TagDialogProps) {
  const save = useSaveTag();
  const form = useForm<TagValues>({ initialValues: tagValues(tag), validate: tagRules(), validateInputOnBlur: true });
  const now = recordNow(useEditedTag(tag), tagValues);
  const { name, color } = form.values;
  const onSave = async (values: TagValues) => {
    const saved = await save.mutateAsync({ tagId: tag?.id ?? null, values, mayKanban });
    if (!tag && !isAsAsked(saved, values, mayKanban)) {
      await loadSentences();
      throw new ApiError(400, { error: 'ERR_TAG_NAME_ALREADY_EXISTS' });
    }
    toastSuccess(t('Tag salva com sucesso.'), toastLife.administration);
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={tag ? t('Editar tag') : t('Adicionar tag')}
      form={form}
      now={now}
      onSave={onSave}
      fieldOfCode={{ ERR_TAG_NAME_ALREADY_EXISTS: 'name' }}
      saveLabel={tag ? t('Salvar') : t('Adicionar')}
    >
      <TextInput label={t('Nome')} required data-autofocus maxLength={70} autoComplete="off" {...form.getInputProps('name')} />
      <ColorPalette
        label={t('Cor')}
        value={color}
        onChange={(chosen) => form.setFieldValue('color', chosen)}
        error={typeof form.errors.color === 'string' ? form.errors.color : null}
      />
      <div>
        <Mark color={color} name={name.trim() || t('Nome da tag')} look="line" />
      </div>
      {mayKanban && (
        <Checkbox
          label={t('Usar como coluna do kanban')}
          checked={form.values.kanban}
          onChange={(event) => form.setFieldValue('kanban', event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
