import type { FileListView } from '@balcao/contract/files';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useFileLists } from '../../data/files/queries.ts';
import { FileListDialog } from '../../features/desk/files/file-list-dialog.tsx';
import { FileListsTable } from '../../features/desk/files/file-lists-table.tsx';
import { useDeleteFileList } from '../../features/desk/files/mutations.ts';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

/** The lists of files with a message. */
export function FilesPage() {
  usePageTitle(t('Lista de arquivos'));
  const [search, setSearch] = useAddressSearch();
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const lists = useFileLists(search);
  const remove = useDeleteFileList();
  const onDelete = async (list: FileListView) => {
    const more = t('Os arquivos da lista também são excluídos.');
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: list.name }), more))) return;
    remove.mutate(list.id, {
      onSuccess: () => toastSuccess(t('Lista de arquivos excluída com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  return (
    <Page>
      <PageHeader
        title={t('Lista de arquivos')}
        count={lists.count}
        search={<SearchInput label={t('Buscar lista')} value={search} onSearch={setSearch} />}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            {t('Adicionar lista de arquivos')}
          </Button>
        }
      />
      <FileListsTable
        list={lists}
        searching={search !== ''}
        onEdit={({ id }) => setEdited(id)}
        onDelete={(list) => void onDelete(list)}
        onAdd={() => setEdited('new')}
      />
      {edited !== null && <FileListDialog key={edited} fileListId={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Page>
  );
}
