import type { InstallationSettings } from '@balcao/contract/installation';
import type { HealthView } from '@balcao/contract/operations';
import { Button, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { now } from '../../../platform/clock.ts';
import { formatBytes, formatDuration, formatNumber, formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import css from './operations.module.css';

type HealthProps = {
  health: HealthView;
  statusText: (status: HealthView['phones']['connections'][number]['status']) => string;
  settings: InstallationSettings | undefined;
  busy: boolean;
  onChange: (change: Partial<InstallationSettings>) => void;
  /** Which failed job is being run again; null: all; undefined: none. */
  retrying: string | null | undefined;
  onRetry: (id: string | null) => void;
};

/** From then on people notice that something waits. */
const lateSeconds = 60;

/** How the installation is doing, and what holds for all of it. */
export function HealthTab({ health, statusText, settings, busy, onChange, retrying, onRetry }: HealthProps) {
  const { database, jobs, failedJobs, phones, mails } = health;
  return (
    <div className={css.cards}>
      <Card title={t('Versões')}>
        <Facts
          facts={[
            [t('Balcão'), health.version],
            [t('Esquema do banco'), database.migration.replace(/\.sql$/, '')],
            ['PostgreSQL', database.version],
            ['Node.js', health.node],
            [t('No ar desde'), formatShortDateTime(new Date(now() - health.upSeconds * 1000).toISOString())],
          ]}
        />
      </Card>
      <Card title={t('Banco de dados')}>
        <Facts
          facts={[
            [t('Tamanho'), formatBytes(database.bytes)],
            [t('Conexões abertas'), formatNumber(database.connections)],
            [t('Tarefas perdidas'), formatNumber(failedJobs.count), failedJobs.count > 0],
            [t('Recebidos que não puderam ser tratados'), formatNumber(health.failedEvents), health.failedEvents > 0],
          ]}
        />
      </Card>
      <Card title={t('Números')}>
        <Facts
          facts={[
            [t('Aparelhos a manter conectados'), formatNumber(phones.wanted)],
            [t('Mantidos por um processo'), formatNumber(phones.held), phones.held < phones.wanted],
            [t('Processos que os mantêm'), formatNumber(phones.processes)],
            ...phones.connections.map(({ status, count }): Fact => [statusText(status), formatNumber(count)]),
          ]}
        />
      </Card>
      <Card title={t('E-mails')}>
        <Facts
          facts={[
            [t('Servidor de e-mail'), mails.sending ? t('Configurado') : t('Não configurado'), !mails.sending],
            [t('Esperando'), formatNumber(mails.waiting)],
            [t('Falharam nos últimos 7 dias'), formatNumber(mails.failed), mails.failed > 0],
          ]}
        />
      </Card>
      <Card title={t('Tarefas')} wide>
        <table className={css.lanes}>
          <thead>
            <tr>
              <th scope="col">{t('Faixa')}</th>
              <th scope="col">{t('Na fila')}</th>
              <th scope="col">{t('Mais antiga')}</th>
              <th scope="col">{t('Em execução')}</th>
              <th scope="col">{t('Para depois')}</th>
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ lane, due, later, running, oldestSeconds }) => (
              <tr key={lane}>
                <th scope="row">{laneText(lane)}</th>
                <td>{formatNumber(due)}</td>
                <td data-bad={(oldestSeconds ?? 0) > lateSeconds || undefined}>
                  {oldestSeconds === null ? '–' : formatDuration(Math.max(0, Math.round(oldestSeconds)))}
                </td>
                <td>{formatNumber(running)}</td>
                <td>{formatNumber(later)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      {failedJobs.latest.length > 0 && (
        <Card title={t('Tarefas perdidas')} wide>
          <ul className={css.failures}>
            {failedJobs.latest.map(({ id, task, companyId, error, at }) => (
              <li key={id}>
                <div>
                  <b>{task}</b> · {formatShortDateTime(at)}
                  {companyId !== null && ` · ${t('empresa {{id}}', { id: companyId })}`}
                  <span>{error}</span>
                </div>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={t('Executar de novo {{task}}', { task })}
                  loading={retrying === id}
                  onClick={() => onRetry(id)}
                >
                  {t('Executar de novo')}
                </Button>
              </li>
            ))}
          </ul>
          {failedJobs.count > 1 && (
            <div>
              <Button size="xs" variant="default" loading={retrying === null} onClick={() => onRetry(null)}>
                {t('Executar todas de novo')}
              </Button>
            </div>
          )}
        </Card>
      )}
      {settings && (
        <Card title={t('Regras da instalação')} wide>
          <div className={css.switches}>
            <Switch
              label={t('Visitantes podem cadastrar empresas')}
              checked={settings.signUp}
              disabled={busy}
              onChange={(event) => onChange({ signUp: event.currentTarget.checked })}
            />
            <Switch
              label={t('Operadores precisam da verificação em duas etapas')}
              description={t('Quem não a tiver fica sem as funções de operador até ativá-la.')}
              checked={settings.operatorsSecondFactor}
              disabled={busy}
              onChange={(event) => onChange({ operatorsSecondFactor: event.currentTarget.checked })}
            />
          </div>
        </Card>
      )}
    </div>
  );
}

function Card({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={wide ? `${css.card} ${css.wide}` : css.card}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** `isBad`: worth a look. */
type Fact = [name: string, value: string, isBad?: boolean];

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value, isBad]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd data-bad={isBad || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function laneText(lane: string): string {
  const texts: Record<string, () => string> = {
    sending: () => t('Envio de mensagens'),
    reactions: () => t('Consequências'),
    media: () => t('Arquivos'),
    bulk: () => t('Envios em massa'),
    mail: () => t('E-mails'),
    notices: () => t('Avisos em aparelhos'),
    outside: () => t('Chamadas a outros sistemas'),
    cron: () => t('Tarefas periódicas'),
  };
  return texts[lane]?.() ?? lane;
}
