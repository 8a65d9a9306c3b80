import type { HelpView } from '@balcao/contract/helps';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useHelps } from '../../../data/helps/queries.ts';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { confirmDelete } from '../../../ui/dialog/confirm-dialog.tsx';
import { HelpDialog } from './help-dialog.tsx';
import css from './helps.module.css';
import { HelpsTable } from './helps-table.tsx';
import { useDeleteHelp } from './mutations.ts';

/** Where operators keep the help videos. */
export function HelpsAdmin() {
  const helps = useHelps();
  const remove = useDeleteHelp();
  const [edited, setEdited] = useState<HelpView | 'new' | null>(null);
  const onDelete = async ({ id, title }: HelpView) => {
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: title })))) return;
    remove.mutate(id, {
      onSuccess: () => toastSuccess(t('Operação realizada com sucesso!'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  return (
    <>
      <div className={css.bar}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('Adicionar vídeo')}
        </Button>
      </div>
      <HelpsTable
        list={{ rows: helps.data, error: helps.error, retry: () => void helps.refetch() }}
        onEdit={setEdited}
        onDelete={(record) => void onDelete(record)}
        onAdd={() => setEdited('new')}
      />
      {edited && (
        <HelpDialog key={edited === 'new' ? 'new' : edited.id} record={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
