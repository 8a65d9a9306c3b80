import { healthHalts, type ShippingFilter, shippingFilters } from '@balcao/contract/campaign-rules';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useCampaignReport, useShippings } from '../../data/campaigns/queries.ts';
import {
  useCancelCampaign,
  useDownloadResult,
  useOverruleHealth,
  useRestartCampaign,
  useRetryFailed,
} from '../../features/outbound/campaigns/mutations.ts';
import { ReportSummary } from '../../features/outbound/campaigns/report-summary.tsx';
import { ShippingsTable } from '../../features/outbound/campaigns/shippings-table.tsx';
import { haltText, statusTones, statusWord } from '../../features/outbound/campaigns/words.ts';
import { now as clockNow } from '../../platform/clock.ts';
import { errorText, notifyError } from '../../platform/errors.ts';
import { formatDateTime } from '../../platform/format.ts';
import { t } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUser } from '../../platform/session.ts';
import { toastLife, toastSuccess } from '../../platform/toast.ts';
import { confirm } from '../../ui/dialog/confirm-dialog.tsx';
import { StatusChip } from '../../ui/marks/status-chip.tsx';
import { Banner } from '../../ui/page/banner.tsx';
import { ErrorState } from '../../ui/page/error-state.tsx';
import { Page, PageHeader } from '../../ui/page/page-header.tsx';
import { Skeleton } from '../../ui/page/skeleton.tsx';
import css from './campaign-report-page.module.css';

/** How far a campaign has come, live, down to each contact. */
export function CampaignReportPage() {
  const campaignId = Number(useParams().campaignId);
  const navigate = useNavigate();
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const given = params.get('state');
  const filter: ShippingFilter | null = shippingFilters.find((each) => each === given) ?? null;
  const report = useCampaignReport(campaignId);
  const shippings = useShippings(campaignId, filter);
  const cancel = useCancelCampaign();
  const restart = useRestartCampaign();
  const retry = useRetryFailed();
  const overrule = useOverruleHealth();
  const download = useDownloadResult();
  usePageTitle(report.data?.campaign.name ?? t('Relatório'));
  const onError = (error: Error) => notifyError(error);
  if (report.error) {
    return (
      <Page>
        <ErrorState title={t('Não foi possível abrir o relatório')} text={errorText(report.error)} onRetry={() => void report.refetch()} />
      </Page>
    );
  }
  if (!report.data) {
    return (
      <Page>
        <PageHeader title={t('Relatório')} />
        <Skeleton height={240} />
        <Skeleton height={64} />
      </Page>
    );
  }
  const { campaign } = report.data;
  const { halt, status } = campaign;
  const onOverrule = async () => {
    const sure = await confirm({
      title: t('Enviar mesmo assim?'),
      text: t('O WhatsApp pode bloquear o número de vez. Por um dia a campanha ignora o aviso, e a sua decisão fica registrada.'),
      confirmLabel: t('Enviar mesmo assim'),
      danger: true,
    });
    if (sure) overrule.mutate(campaignId, { onError });
  };
  return (
    <Page>
      <nav aria-label={t('Caminho')} className={css.path}>
        <Link to="/campaigns">{t('Campanhas')}</Link> › {t('Relatório')}
      </nav>
      <PageHeader
        title={campaign.name}
        mark={<StatusChip tone={statusTones[status]}>{statusWord(status)}</StatusChip>}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              loading={download.isPending}
              onClick={() => download.mutate(campaignId, { onError })}
            >
              {t('Exportar')}
            </Button>
            {(status === 'EM_ANDAMENTO' || status === 'PROGRAMADA') && (
              <Button
                variant="light"
                color="red"
                leftSection={<IconPlayerStop size={16} />}
                loading={cancel.isPending}
                onClick={() =>
                  cancel.mutate(campaignId, {
                    onSuccess: () => toastSuccess(t('Campanha cancelada com sucesso.'), toastLife.administration),
                    onError,
                  })
                }
              >
                {t('Parar campanha')}
              </Button>
            )}
            {status === 'CANCELADA' && (
              <Button
                leftSection={<IconPlayerPlay size={16} />}
                loading={restart.isPending}
                onClick={() =>
                  restart.mutate(campaignId, {
                    onSuccess: () => toastSuccess(t('Campanha reiniciada com sucesso.'), toastLife.administration),
                    onError,
                  })
                }
              >
                {t('Reiniciar')}
              </Button>
            )}
          </>
        }
      />
      {halt && (
        <Banner
          tone="warn"
          icon={<IconAlertTriangle size={18} />}
          action={
            healthHalts.includes(halt.reason) && user.profile === 'admin' ? (
              <Button size="sm" variant="default" loading={overrule.isPending} onClick={() => void onOverrule()}>
                {t('Enviar mesmo assim')}
              </Button>
            ) : undefined
          }
        >
          {haltText(halt.reason)} {halt.until && untilText(halt.until, healthHalts.includes(halt.reason) && !report.data.health?.until)}
        </Banner>
      )}
      {!halt && status === 'EM_ANDAMENTO' && campaign.overruledUntil && Date.parse(campaign.overruledUntil) > clockNow() && (
        <Banner tone="warn" icon={<IconAlertTriangle size={18} />}>
          {t('O envio segue apesar da saúde do número, até {{time}}.', { time: formatDateTime(campaign.overruledUntil) })}
        </Banner>
      )}
      <ReportSummary report={report.data} />
      <ShippingsTable
        list={shippings}
        counts={campaign.counts}
        filter={filter}
        onFilter={(state) => setParams(state ? { state } : {}, { replace: true })}
        onOpen={(uuid) => void navigate(`/tickets/${uuid}`)}
        onRetry={status === 'FINALIZADA' || status === 'EM_ANDAMENTO' ? () => retry.mutate(campaignId, { onError }) : null}
        retrying={retry.isPending}
      />
    </Page>
  );
}

/** `looksAgain`: nobody has said when it ends, so it is looked at again then. */
function untilText(until: string, looksAgain: boolean): string {
  const time = { time: formatDateTime(until) };
  return looksAgain ? t('Conferimos de novo: {{time}}.', time) : t('Até {{time}}.', time);
}
