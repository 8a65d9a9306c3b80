import type { CampaignReport } from '@balcao/contract/campaigns';
import type { ReactNode } from 'react';
import { now } from '../../../platform/clock.ts';
import { formatDateTime, formatNumber, formatTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import css from './report.module.css';
import { SentChart } from './sent-chart.tsx';

/** How far a campaign has come: in numbers, by variant, over time, and what it is about. */
export function ReportSummary({ report }: { report: CampaignReport }) {
  const { campaign, variants, series, perMinute, expectedEnd, startedAt } = report;
  const { counts } = campaign;
  const parts = [
    { label: t('Responderam'), n: counts.replied, mark: 'replied' },
    { label: t('Lidas'), n: counts.read, mark: 'read' },
    { label: t('Não lidas'), n: counts.unread, mark: 'unread' },
    { label: t('Falharam'), n: counts.failed, mark: 'failed' },
    { label: t('Na fila'), n: counts.waiting, mark: 'waiting' },
  ];
  const all = parts.reduce((sum, { n }) => sum + n, 0);
  const share = counts.valid > 0 ? counts.delivered / counts.valid : 0;
  return (
    <>
      <section className={css.hero}>
        <div>
          <h2 className={css.dim}>{t('Entregues')}</h2>
          <p className={css.big}>
            {formatNumber(counts.delivered)} <span>{t('de {{valid}} contatos válidos', { valid: formatNumber(counts.valid) })}</span>
          </p>
          <div
            className={css.bar}
            role="progressbar"
            aria-label={t('Entregues')}
            aria-valuemin={0}
            aria-valuemax={counts.valid}
            aria-valuenow={Math.min(counts.delivered, counts.valid)}
            aria-valuetext={t('{{delivered}} de {{valid}} entregues', {
              delivered: formatNumber(counts.delivered),
              valid: formatNumber(counts.valid),
            })}
          >
            {parts.map(({ mark, n }) => n > 0 && <i key={mark} data-mark={mark} style={{ width: `${(100 * n) / all}%` }} />)}
          </div>
          <dl className={css.legend}>
            {parts.map(({ label, n, mark }) => (
              <div key={mark}>
                <dt>
                  <i data-mark={mark} aria-hidden />
                  {label}
                </dt>
                <dd>{formatNumber(n)}</dd>
              </div>
            ))}
          </dl>
          {variants.length > 0 && (
            <div className={css.variants}>
              <h3 className={css.dim}>{t('Leitura por variante')}</h3>
              {variants.map(({ variant, text, delivered, read, replied }) => (
                <div key={variant}>
                  <span className={css.cut}>
                    <b>{variant === 0 ? t('Modelo') : t('Variante {{n}}', { n: variant })}</b> {text}
                  </span>
                  <span className={css.meter} aria-hidden>
                    <i style={{ width: `${delivered > 0 ? (100 * read) / delivered : 0}%` }} />
                  </span>
                  <span>{delivered > 0 ? `${Math.round((100 * read) / delivered)}%` : '–'}</span>
                  <span className={css.dim}>{t('{{n}} resp.', { n: formatNumber(replied) })}</span>
                </div>
              ))}
            </div>
          )}
        </div>
        <SentChart series={series} startedAt={startedAt} total={counts.valid} expectedEnd={expectedEnd} perMinute={perMinute} />
      </section>
      <dl className={css.facts}>
        <Fact label={t('Contatos válidos')}>
          {t('{{valid}} de {{total}}', { valid: formatNumber(counts.valid), total: formatNumber(counts.total) })}
        </Fact>
        <Fact label={t('Entregues')}>
          {formatNumber(counts.delivered)} ({Math.round(share * 1000) / 10}%)
        </Fact>
        <Fact label={t('Conexão')}>{campaign.whatsapp?.name ?? t('Não definida')}</Fact>
        <Fact label={t('Lista de Contatos')}>{campaign.contactList?.name ?? t('Não definida')}</Fact>
        <Fact label={t('Agendamento')}>{campaign.scheduledAt ? formatDateTime(campaign.scheduledAt) : t('Sem agendamento')}</Fact>
        <Fact label={t('Conclusão')}>
          {campaign.completedAt
            ? formatDateTime(campaign.completedAt)
            : expectedEnd
              ? t('prevista {{time}}', { time: isToday(expectedEnd) ? formatTime(expectedEnd) : formatDateTime(expectedEnd) })
              : t('Não concluída')}
        </Fact>
      </dl>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function isToday(at: string): boolean {
  return new Date(at).toDateString() === new Date(now()).toDateString();
}
