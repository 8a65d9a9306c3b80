import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuickMessages } from '../../data/quick-messages/queries.ts';
import { useDeleteQuickMessage } from '../../features/desk/quick-messages/mutations.ts';
import { QuickMessageDialog } from '../../features/desk/quick-messages/quick-message-dialog.tsx';
import { QuickMessagesTable } from '../../features/desk/quick-messages/quick-messages-table.tsx';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUser } from '../../platform/session.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

/** Text snippets that people insert while writing. */
export function QuickMessagesPage() {
  usePageTitle(t('Respostas Rápidas'));
  const user = useUser();
  const [search, setSearch] = useAddressSearch();
  const [edited, setEdited] = useState<QuickMessageView | 'new' | null>(null);
  const records = useQuickMessages(search);
  const remove = useDeleteQuickMessage();
  const mayChange = (record: QuickMessageView) => record.userId === user.id || user.profile !== 'user';
  const onDelete = async (record: QuickMessageView) => {
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: `/${record.shortcode}` })))) return;
    remove.mutate(record.id, {
      onSuccess: () => toastSuccess(t('Resposta rápida excluída com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  return (
    <Page>
      <PageHeader
        title={t('Respostas Rápidas')}
        count={records.count}
        search={<SearchInput label={t('Buscar por atalho')} value={search} onSearch={setSearch} />}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            {t('Adicionar resposta rápida')}
          </Button>
        }
      />
      <QuickMessagesTable
        list={records}
        searching={search !== ''}
        mayChange={mayChange}
        onEdit={setEdited}
        onDelete={(record) => void onDelete(record)}
        onAdd={() => setEdited('new')}
      />
      {edited && (
        <QuickMessageDialog
          key={edited === 'new' ? 'new' : edited.id}
          record={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
