import { settingValue } from '@balcao/contract/setting-rules';
import { Tabs } from '@mantine/core';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { companyKeys } from '../../data/companies/keys.ts';
import { helpKeys } from '../../data/helps/keys.ts';
import { planKeys } from '../../data/plans/keys.ts';
import { settingKeys } from '../../data/settings/keys.ts';
import { useSettings } from '../../data/settings/queries.ts';
import { CompanyHours } from '../../features/company/settings/company-hours.tsx';
import { OptionsTab } from '../../features/company/settings/options-tab.tsx';
import css from '../../features/company/settings/settings.module.css';
import { ApiKeys } from '../../features/open/api-keys/api-keys.tsx';
import { Webhooks } from '../../features/open/webhooks/webhooks.tsx';
import { HelpsAdmin } from '../../features/team/helps/helps-admin.tsx';
import { errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { queryClient } from '../../platform/query-client.ts';
import { can, useUser } from '../../platform/session.ts';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { FieldsSkeleton } from '../../ui/page/skeleton.tsx';
import { useViewer } from '../page-access.ts';

// For operators only.
const CompaniesAdmin = lazyPart(async () => ({
  default: (await import('../../features/business/companies/companies-admin.tsx')).CompaniesAdmin,
}));
const PlansAdmin = lazyPart(async () => ({ default: (await import('../../features/business/plans/plans-admin.tsx')).PlansAdmin }));
const UsageAdmin = lazyPart(async () => ({ default: (await import('../../features/business/companies/usage-admin.tsx')).UsageAdmin }));

/** What a tab shows is fetched again when it is chosen. */
const keysOf: Record<string, readonly unknown[]> = {
  helps: helpKeys.all,
  companies: companyKeys.all,
  usage: companyKeys.all,
  plans: planKeys.all,
};

/** The settings of the company: everybody sees them, admins change them. */
export function SettingsPage() {
  usePageTitle(t('Configurações'));
  const [params, setParams] = useSearchParams();
  const user = useUser();
  const { super: operates } = useViewer();
  const isAdmin = can(user, 'drawer-admin-items:view');
  const settings = useSettings();
  const hasHours = settingValue(settings.data, 'scheduleType') === 'company';
  const hasApi = isAdmin && user.company.plan?.useExternalApi === true;
  const tabs = [
    'options',
    ...(hasHours ? ['hours'] : []),
    ...(hasApi ? ['api', 'webhooks'] : []),
    ...(operates ? ['companies', 'plans', 'usage', 'helps'] : []),
  ];
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'options';
  const onTab = (chosen: string | null) => {
    setParams(chosen && chosen !== 'options' ? { tab: chosen } : {}, { replace: true });
    void queryClient.invalidateQueries({ queryKey: chosen === null ? settingKeys.list : (keysOf[chosen] ?? settingKeys.list) });
  };
  return (
    <Page>
      <PageHeader title={t('Configurações')} />
      {settings.data ? (
        <Tabs value={tab} onChange={onTab} keepMounted={false}>
          <Tabs.List className={css.tabs ?? ''}>
            <Tabs.Tab value="options">{t('Opções')}</Tabs.Tab>
            {hasHours && <Tabs.Tab value="hours">{t('Horários')}</Tabs.Tab>}
            {hasApi && <Tabs.Tab value="api">{t('Chaves de API')}</Tabs.Tab>}
            {hasApi && <Tabs.Tab value="webhooks">{t('Webhooks')}</Tabs.Tab>}
            {operates && (
              <>
                <Tabs.Tab value="companies">{t('Empresas')}</Tabs.Tab>
                <Tabs.Tab value="plans">{t('Planos')}</Tabs.Tab>
                <Tabs.Tab value="usage">{t('Uso')}</Tabs.Tab>
                <Tabs.Tab value="helps">{t('Ajuda')}</Tabs.Tab>
              </>
            )}
          </Tabs.List>
          <Tabs.Panel value="options">
            <OptionsTab rows={settings.data} readOnly={!isAdmin} operates={operates} />
          </Tabs.Panel>
          {hasHours && (
            <Tabs.Panel value="hours">
              <CompanyHours />
            </Tabs.Panel>
          )}
          {hasApi && (
            <Tabs.Panel value="api">
              <ApiKeys />
            </Tabs.Panel>
          )}
          {hasApi && (
            <Tabs.Panel value="webhooks">
              <Webhooks />
            </Tabs.Panel>
          )}
          {operates && (
            <Suspense fallback={<FieldsSkeleton rows={6} label={t('Carregando as configurações')} />}>
              <Tabs.Panel value="companies">
                <CompaniesAdmin />
              </Tabs.Panel>
              <Tabs.Panel value="plans">
                <PlansAdmin />
              </Tabs.Panel>
              <Tabs.Panel value="usage">
                <UsageAdmin />
              </Tabs.Panel>
            </Suspense>
          )}
          {operates && (
            <Tabs.Panel value="helps">
              <HelpsAdmin />
            </Tabs.Panel>
          )}
        </Tabs>
      ) : settings.error ? (
        <ErrorState
          title={t('Não foi possível abrir as configurações')}
          text={errorText(settings.error)}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <FieldsSkeleton rows={8} label={t('Carregando as configurações')} />
      )}
    </Page>
  );
}
