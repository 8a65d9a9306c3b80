import { isAuditVerb } from '@balcao/contract/audit-rules';
import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useInstallation } from '../../data/installation/queries.ts';
import type { AuditSearch, MailState } from '../../data/operations/keys.ts';
import { useAudit, useHealth, useMails, usePayments } from '../../data/operations/queries.ts';
import { statusText } from '../../features/company/connections/connection-status.tsx';
import { AuditTab } from '../../features/insight/operations/audit-tab.tsx';
import { HealthTab } from '../../features/insight/operations/health-tab.tsx';
import { MailsTab } from '../../features/insight/operations/mails-tab.tsx';
import { useChangeInstallation, useRetryJobs } from '../../features/insight/operations/mutations.ts';
import { PaymentsTab } from '../../features/insight/operations/payments-tab.tsx';
import { errorText, notifyError } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { FieldsSkeleton } from '../../ui/page/skeleton.tsx';

const tabs = ['health', 'audit', 'payments', 'mails'] as const;
const states: readonly MailState[] = ['waiting', 'sent', 'failed'];

/** The operator's desk: how the installation is doing, who did what, and what was mailed. */
export function OperationsPage() {
  usePageTitle(t('Operação'));
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => each === params.get('tab')) ?? 'health';
  return (
    <Page>
      <PageHeader title={t('Operação')} />
      <Tabs
        value={tab}
        onChange={(chosen) => setParams(chosen && chosen !== 'health' ? { tab: chosen } : {}, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="health">{t('Saúde')}</Tabs.Tab>
          <Tabs.Tab value="audit">{t('Auditoria')}</Tabs.Tab>
          <Tabs.Tab value="payments">{t('Pagamentos')}</Tabs.Tab>
          <Tabs.Tab value="mails">{t('E-mails')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="health">
          <Health />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <Audit />
        </Tabs.Panel>
        <Tabs.Panel value="payments">
          <Payments />
        </Tabs.Panel>
        <Tabs.Panel value="mails">
          <Mails />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Health() {
  const health = useHealth();
  const installation = useInstallation();
  const change = useChangeInstallation();
  const retry = useRetryJobs();
  if (health.error && !health.data)
    return (
      <ErrorState
        title={t('Não foi possível ler a saúde da instalação')}
        text={errorText(health.error)}
        onRetry={() => void health.refetch()}
      />
    );
  if (!health.data) return <FieldsSkeleton rows={6} label={t('Carregando a página')} />;
  return (
    <HealthTab
      health={health.data}
      statusText={(status) => statusText({ channel: 'whatsapp_web', status })}
      settings={installation.data}
      busy={change.isPending}
      retrying={retry.isPending ? retry.variables : undefined}
      onRetry={(id) => retry.mutate(id, { onError: (error) => notifyError(error) })}
      onChange={(settings) => change.mutate(settings, { onError: (error) => notifyError(error) })}
    />
  );
}

function Audit() {
  const [params, setParams] = useSearchParams();
  const [from, to] = [params.get('from'), params.get('to')].map((day) => (/^\d{4}-\d\d-\d\d$/.test(day ?? '') ? day : null));
  const verb = params.get('verb') ?? '';
  const search: AuditSearch = {
    searchParam: params.get('search') ?? '',
    ...(isAuditVerb(verb) && { verb }),
    ...(from && { from }),
    ...(to && { to }),
  };
  const list = useAudit(search);
  const onSearch = ({ searchParam, ...rest }: AuditSearch) =>
    setParams({ tab: 'audit', ...(searchParam && { search: searchParam }), ...rest }, { replace: true });
  return <AuditTab list={list} search={search} onSearch={onSearch} />;
}

function Payments() {
  const [params, setParams] = useSearchParams();
  const odd = params.get('all') === null;
  const { list, provider } = usePayments(odd);
  return (
    <PaymentsTab
      list={list}
      provider={provider}
      odd={odd}
      onOdd={(chosen) => setParams({ tab: 'payments', ...(!chosen && { all: '1' }) }, { replace: true })}
    />
  );
}

function Mails() {
  const [params, setParams] = useSearchParams();
  const state = states.find((each) => each === params.get('state')) ?? null;
  const list = useMails(state);
  const health = useHealth();
  return (
    <MailsTab
      list={list}
      state={state}
      sending={health.data?.mails.sending ?? null}
      onState={(chosen) => setParams({ tab: 'mails', ...(chosen && { state: chosen }) }, { replace: true })}
    />
  );
}
