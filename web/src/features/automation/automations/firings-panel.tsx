import type { AutomationFiring, AutomationView } from '@balcao/contract/automations';
import { IconAlertTriangle, IconCheck, IconHandStop } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useFirings } from '../../../data/automations/queries.ts';
import { formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { SidePanel } from '../../../ui/dialog/side-panel.tsx';
import { InPlace } from '../../../ui/list/in-place.tsx';
import { LoadedRows } from '../../../ui/list/loaded-rows.tsx';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { eventText } from './automation-text.ts';
import css from './automations.module.css';
import { resultText } from './dry-run.tsx';

/** What an automation did, or all of them; null: all. */
export function FiringsPanel({ automation, onClose }: { automation: AutomationView | null; onClose: () => void }) {
  const list = useFirings(automation?.id ?? null);
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={automation ? t('Registro de {{name}}', { name: automation.name }) : t('Registro das automações')}
      width={520}
    >
      <LoadedRows
        list={list}
        loadingLabel={t('Carregando')}
        failedTitle={t('Não foi possível abrir o registro')}
        empty={<p className={css.hint}>{t('Nada aconteceu ainda. O que as automações fizerem fica aqui por 30 dias.')}</p>}
      >
        {(rows) => (
          <ul className={css.log}>
            {rows.map((row) => (
              <FiringRow key={row.id} row={row} isOfAll={automation === null} />
            ))}
          </ul>
        )}
      </LoadedRows>
    </SidePanel>
  );
}

function FiringRow({ row, isOfAll }: { row: AutomationFiring; isOfAll: boolean }) {
  const { ticket, outcome, results, event, automationName, at } = row;
  return (
    <li className={css.entry}>
      <div className={css.head}>
        <b>
          <Link to={`/tickets/${ticket.uuid}`}>
            {ticket.contactName} #{ticket.number}
          </Link>
        </b>
        <OutcomeChip row={row} />
      </div>
      <small>
        {formatShortDateTime(at)} · {isOfAll ? automationName : eventText(event)}
      </small>
      {outcome === 'depth' && <small>{t('Parou: três automações já tinham acionado uma à outra.')}</small>}
      {outcome === 'limit' && <small>{t('Parou: automações já agiram 20 vezes nesta conversa em uma hora.')}</small>}
      <InPlace of={results}>{(result) => <small className={result.ok ? undefined : css.problem}>{resultText(result)}</small>}</InPlace>
    </li>
  );
}

function OutcomeChip({ row: { outcome, results } }: { row: AutomationFiring }) {
  if (outcome !== 'fired')
    return (
      <StatusChip tone="warn" icon={<IconHandStop size={14} aria-hidden />}>
        {t('Impedida')}
      </StatusChip>
    );
  const refused = results.filter(({ ok }) => !ok).length;
  return refused > 0 ? (
    <StatusChip tone="bad" icon={<IconAlertTriangle size={14} aria-hidden />}>
      {t('Em parte')}
    </StatusChip>
  ) : (
    <StatusChip tone="ok" icon={<IconCheck size={14} aria-hidden />}>
      {t('Feito')}
    </StatusChip>
  );
}
