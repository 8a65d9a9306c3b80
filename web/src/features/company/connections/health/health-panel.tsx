import type { ConnectionView } from '@balcao/contract/connections';
import { useHealth } from '../../../../data/connections/queries.ts';
import { errorText, notifyError } from '../../../../platform/errors.ts';
import { t } from '../../../../platform/i18n.ts';
import { confirm } from '../../../../ui/dialog/confirm-dialog.tsx';
import { SidePanel } from '../../../../ui/dialog/side-panel.tsx';
import { ErrorState } from '../../../../ui/page/error-state.tsx';
import { FieldsSkeleton } from '../../../../ui/page/skeleton.tsx';
import { useRecheckGap, useResumeNewChats } from '../mutations.ts';
import { GapReport } from './gap-report.tsx';
import css from './health.module.css';
import { HealthSummary } from './health-summary.tsx';
import { StatusTimeline } from './status-timeline.tsx';

/** How a number is doing, what was missed while it was offline, and its past statuses. Mounted while it is open. */
export function HealthPanel({ connection, onClose }: { connection: ConnectionView; onClose: () => void }) {
  const health = useHealth(connection.id);
  const resume = useResumeNewChats();
  const recheck = useRecheckGap();
  const onResume = async () => {
    const sure = await confirm({
      title: t('Retomar agora?'),
      text: t('A pausa protege o número. Se o WhatsApp continuar recusando, ele pode ser bloqueado.'),
      confirmLabel: t('Retomar'),
    });
    if (sure) resume.mutate(connection.id, { onError: (error) => notifyError(error) });
  };
  const onRecheck = (gapId: number) => recheck.mutate({ whatsappId: connection.id, gapId }, { onError: (error) => notifyError(error) });
  return (
    <SidePanel opened onClose={onClose} title={t('Saúde de {{name}}', { name: connection.name })} width={480}>
      {health.data ? (
        <div className={css.panel}>
          <HealthSummary meter={health.data.meter} resuming={resume.isPending} onResume={() => void onResume()} />
          {(connection.channel === 'whatsapp_web' || health.data.gaps.length > 0) && (
            <GapReport
              channel={connection.channel}
              gaps={health.data.gaps}
              busy={recheck.isPending ? recheck.variables.gapId : null}
              onRecheck={connection.channel === 'whatsapp_web' && connection.status === 'CONNECTED' ? onRecheck : null}
            />
          )}
          <StatusTimeline channel={connection.channel} entries={health.data.timeline} />
        </div>
      ) : health.error ? (
        <ErrorState title={t('Não foi possível abrir a saúde')} text={errorText(health.error)} onRetry={() => void health.refetch()} />
      ) : (
        <FieldsSkeleton rows={5} label={t('Carregando a saúde')} />
      )}
    </SidePanel>
  );
}
