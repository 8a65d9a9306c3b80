import type { PromptView } from '@balcao/contract/prompts';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { usePrompts } from '../../data/prompts/queries.ts';
import { useQueues } from '../../data/queues/queries.ts';
import { InboxHelpLine } from '../../features/automation/inbox-help/inbox-help-line.tsx';
import { BudgetLine } from '../../features/automation/prompts/budget-line.tsx';
import { useDeletePrompt } from '../../features/automation/prompts/mutations.ts';
import { PromptDialog } from '../../features/automation/prompts/prompt-dialog.tsx';
import { PromptsTable } from '../../features/automation/prompts/prompts-table.tsx';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

/** AI assistants that answer customers. */
export function PromptsPage() {
  usePageTitle(t('Prompts'));
  const [search, setSearch] = useAddressSearch();
  const [edited, setEdited] = useState<PromptView | 'new' | null>(null);
  const list = usePrompts(search);
  const queues = useQueues();
  const remove = useDeletePrompt();
  const onDelete = async ({ id, name }: PromptView) => {
    if (!(await confirmDelete(t('Excluir {{name}}?', { name })))) return;
    remove.mutate(id, {
      onSuccess: () => toastSuccess(t('Prompt excluído com sucesso.'), toastLife.administration),
      onError: (error) => notifyError(error),
    });
  };
  return (
    <Page>
      <PageHeader
        title={t('Prompts')}
        count={list.count}
        search={<SearchInput label={t('Buscar prompt')} value={search} onSearch={setSearch} />}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            {t('Adicionar prompt')}
          </Button>
        }
      />
      <BudgetLine />
      <InboxHelpLine />
      <PromptsTable
        list={list}
        searching={search !== ''}
        onEdit={setEdited}
        onDelete={(prompt) => void onDelete(prompt)}
        onAdd={() => setEdited('new')}
      />
      {edited && (
        <PromptDialog
          key={edited === 'new' ? 'new' : edited.id}
          prompt={edited === 'new' ? null : edited}
          queues={queues.data ?? []}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
