import type { ConnectionHealthView } from '@balcao/contract/connection-health';
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatShortDateTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { causeOf } from '../connection-reasons.ts';
import { statusText, toneOf } from '../connection-status.tsx';
import css from './health.module.css';

export type StatusTimelineProps = { channel: ConnectionChannel; entries: ConnectionHealthView['timeline'] };

const shownAtFirst = 8;

/** The statuses a connection had, the latest first. */
export function StatusTimeline({ channel, entries }: StatusTimelineProps) {
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, shownAtFirst);
  return (
    <section className={css.part}>
      <h3>{t('Linha do tempo')}</h3>
      {entries.length === 0 ? (
        <p className={css.nothing}>{t('A conexão ainda não mudou de estado.')}</p>
      ) : (
        <ol className={css.timeline}>
          {shown.map(({ id, at, status, reason }) => (
            <li key={id} data-tone={toneOf(status)}>
              <time dateTime={at}>{formatShortDateTime(at)}</time>
              <span>
                <b>{statusText({ channel, status })}</b>
                {reason && <span className={css.quiet}>{causeOf(channel, reason)}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
      {entries.length > shown.length && (
        <Button size="sm" variant="subtle" onClick={() => setAll(true)}>
          {t('Mostrar todas')}
        </Button>
      )}
    </section>
  );
}
