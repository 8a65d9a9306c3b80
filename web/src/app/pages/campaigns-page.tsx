import type { CampaignView } from '@balcao/contract/campaigns';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCampaignSettings, useCampaigns } from '../../data/campaigns/queries.ts';
import { useConnections } from '../../data/connections/queries.ts';
import { useContactListChoices } from '../../data/contact-lists/queries.ts';
import { useTagChoices } from '../../data/tags/queries.ts';
import { CampaignDialog } from '../../features/outbound/campaigns/campaign-dialog.tsx';
import { CampaignsTable } from '../../features/outbound/campaigns/campaigns-table.tsx';
import { useCancelCampaign, useDeleteCampaign, useRestartCampaign } from '../../features/outbound/campaigns/mutations.ts';
import { settingsOf } from '../../features/outbound/campaigns/settings-values.ts';
import { notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { useAddressSearch } from '../../platform/use-address-search.ts';
import { confirmDelete } from '../../ui/dialog/confirm-dialog.tsx';
import { SearchInput } from '../../ui/fields/search-input.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';

const TemplateField = lazyPart(async () => ({
  default: (await import('../../features/outbound/templates/template-field.tsx')).TemplateField,
}));

/** Messages to many: added, stopped, restarted and looked at. */
export function CampaignsPage() {
  usePageTitle(t('Campanhas'));
  const navigate = useNavigate();
  const [search, setSearch] = useAddressSearch();
  const [edited, setEdited] = useState<CampaignView | 'new' | null>(null);
  const records = useCampaigns(search);
  const lists = useContactListChoices().data ?? [];
  const tags = useTagChoices().data ?? [];
  const connections = useConnections().data ?? [];
  const variables = settingsOf(useCampaignSettings().data ?? []).variables;
  const cancel = useCancelCampaign();
  const restart = useRestartCampaign();
  const remove = useDeleteCampaign();
  const onError = (error: Error) => notifyError(error);
  const onDelete = async (record: CampaignView) => {
    if (!(await confirmDelete(t('Excluir {{name}}?', { name: record.name })))) return;
    remove.mutate(record.id, { onSuccess: () => toastSuccess(t('Campanha excluída com sucesso.'), toastLife.administration), onError });
  };
  return (
    <Page>
      <PageHeader
        title={t('Campanhas')}
        count={records.count}
        search={<SearchInput label={t('Buscar por nome')} value={search} onSearch={setSearch} />}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            {t('Adicionar campanha')}
          </Button>
        }
      />
      <CampaignsTable
        list={records}
        searching={search !== ''}
        onReport={({ id }) => void navigate(`/campaign/${id}/report`)}
        onEdit={setEdited}
        onCancel={({ id }) =>
          cancel.mutate(id, { onSuccess: () => toastSuccess(t('Campanha cancelada com sucesso.'), toastLife.administration), onError })
        }
        onRestart={({ id }) =>
          restart.mutate(id, { onSuccess: () => toastSuccess(t('Campanha reiniciada com sucesso.'), toastLife.administration), onError })
        }
        onDelete={(record) => void onDelete(record)}
        onAdd={() => setEdited('new')}
      />
      {edited && (
        <CampaignDialog
          key={edited === 'new' ? 'new' : edited.id}
          record={edited === 'new' ? null : edited}
          lists={lists}
          tags={tags}
          connections={connections}
          variables={variables}
          renderTemplate={(props) => <TemplateField {...props} />}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
