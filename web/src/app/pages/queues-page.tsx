import type { QueueView } from '@balcao/contract/queues';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useConnections } from '../../data/connections/queries.ts';
import { useQueues } from '../../data/queues/queries.ts';
import { useCompany, useSettings } from '../../data/settings/queries.ts';
import { queuesFound } from '../../features/company/queues/list/queue-search.ts';
import { QueuesTable } from '../../features/company/queues/list/queues-table.tsx';
import { useDeleteQueue } from '../../features/company/queues/mutations.ts';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUser } from '../../platform/session.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { Wanted } from '../../platform/wanted.tsx';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

const QueueDialog = lazyPart(async () => ({ default: (await import('../../features/company/queues/form/queue-dialog.tsx')).QueueDialog }));

/** The queues of the company. */
export function QueuesPage() {
  usePageTitle(t('Filas & Chatbot'));
  const [search, setSearch] = useAddressSearch();
  const [edited, setEdited] = useState<QueueView | 'new' | null>(null);
  const queues = useQueues();
  const settings = useSettings();
  const connections = useConnections();
  const company = useCompany(useUser().companyId);
  const remove = useDeleteQueue();
  const found = queues.data && queuesFound(queues.data, search);
  const onDelete = async (queue: QueueView) => {
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: queue.name }), t('As conversas desta fila ficam sem fila.')))) return;
    remove.mutate(queue.id, {
      onSuccess: () => toastSuccess(t('Fila excluída com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  return (
    <Page>
      <PageHeader
        title={t('Filas & Chatbot')}
        count={queues.data?.length}
        search={<SearchInput label={t('Buscar fila')} value={search} onSearch={setSearch} />}
        actions={
          <Button leftSection={<IconPlus size={16} />} disabled={!queues.data} onClick={() => setEdited('new')}>
            {t('Adicionar fila')}
          </Button>
        }
      />
      <QueuesTable
        list={{ rows: found, error: queues.error, retry: () => void queues.refetch() }}
        searching={search !== ''}
        onEdit={setEdited}
        onDelete={(queue) => void onDelete(queue)}
        onAdd={() => setEdited('new')}
      />
      <Wanted value={settings.isFetched && company.isFetched && edited}>
        {(edited) =>
          queues.data && (
            <QueueDialog
              key={edited === 'new' ? 'new' : edited.id}
              queue={edited === 'new' ? null : edited}
              queues={queues.data}
              settings={settings.data}
              connections={connections.data}
              company={company.data}
              onClose={() => setEdited(null)}
            />
          )
        }
      </Wanted>
    </Page>
  );
}
