import type { AnnouncementView } from '@balcao/contract/announcements';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAnnouncements } from '../../data/announcements/queries.ts';
import { AnnouncementDialog } from '../../features/team/announcements/announcement-dialog.tsx';
import { AnnouncementsTable } from '../../features/team/announcements/announcements-table.tsx';
import { useDeleteAnnouncement } from '../../features/team/announcements/mutations.ts';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

/** What operators tell everybody in every company. */
export function AnnouncementsPage() {
  usePageTitle(t('Informativos'));
  const [search, setSearch] = useAddressSearch();
  const [edited, setEdited] = useState<AnnouncementView | 'new' | null>(null);
  const list = useAnnouncements(search);
  const remove = useDeleteAnnouncement();
  const onDelete = async ({ id, title }: AnnouncementView) => {
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: title }), t('O informativo some para todas as pessoas.')))) return;
    remove.mutate(id, {
      onSuccess: () => toastSuccess(t('Informativo excluído com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  return (
    <Page>
      <PageHeader
        title={t('Informativos')}
        count={list.count}
        search={<SearchInput label={t('Buscar informativo')} value={search} onSearch={setSearch} />}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            {t('Adicionar informativo')}
          </Button>
        }
      />
      <AnnouncementsTable
        list={list}
        searching={search !== ''}
        onEdit={setEdited}
        onDelete={(record) => void onDelete(record)}
        onAdd={() => setEdited('new')}
      />
      {edited && (
        <AnnouncementDialog
          key={edited === 'new' ? 'new' : edited.id}
          record={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
