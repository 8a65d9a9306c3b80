import type { CountedTag } from '@balcao/contract/tags';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTags } from '../../data/tags/queries.ts';
import { useDeleteTag } from '../../features/desk/tags/mutations.ts';
import { TagDialog } from '../../features/desk/tags/tag-dialog.tsx';
import { TagsTable } from '../../features/desk/tags/tags-table.tsx';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUser } from '../../platform/session.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

/** The tags of the company. */
export function TagsPage() {
  usePageTitle(t('Tags'));
  const user = useUser();
  const [search, setSearch] = useAddressSearch();
  const [edited, setEdited] = useState<CountedTag | 'new' | null>(null);
  const tags = useTags(search);
  const remove = useDeleteTag();
  const onDelete = async (tag: CountedTag) => {
    const more = t('Os atendimentos que têm esta tag ficam sem ela.');
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: tag.name }), more))) return;
    remove.mutate(tag.id, {
      onSuccess: () => toastSuccess(t('Tag excluída com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  return (
    <Page>
      <PageHeader
        title={t('Tags')}
        count={tags.count}
        search={<SearchInput label={t('Buscar tag')} value={search} onSearch={setSearch} />}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            {t('Adicionar tag')}
          </Button>
        }
      />
      <TagsTable
        list={tags}
        searching={search !== ''}
        onEdit={setEdited}
        onDelete={(tag) => void onDelete(tag)}
        onAdd={() => setEdited('new')}
      />
      {edited && (
        <TagDialog
          key={edited === 'new' ? 'new' : edited.id}
          tag={edited === 'new' ? null : edited}
          mayKanban={user.profile !== 'user'}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
