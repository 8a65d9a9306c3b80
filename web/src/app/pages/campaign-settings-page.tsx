import { useCampaignSettings } from '../../data/campaigns/queries.ts';
import { CampaignSettingsForm } from '../../features/outbound/campaigns/settings-form.tsx';
import { settingsOf } from '../../features/outbound/campaigns/settings-values.ts';
import { errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/page/skeleton.tsx';

/** The pace of campaigns, own variables, and what Meta charges. */
export function CampaignSettingsPage() {
  usePageTitle(t('Configurações de campanhas'));
  const saved = useCampaignSettings();
  return (
    <Page>
      <PageHeader title={t('Configurações de campanhas')} />
      {saved.error ? (
        <ErrorState
          title={t('Não foi possível carregar a lista de registros')}
          text={errorText(saved.error)}
          onRetry={() => void saved.refetch()}
        />
      ) : saved.data ? (
        <CampaignSettingsForm key={JSON.stringify(saved.data)} settings={settingsOf(saved.data)} />
      ) : (
        <Skeleton height={240} />
      )}
    </Page>
  );
}
