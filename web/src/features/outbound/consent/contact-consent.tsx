import { Button } from '@mantine/core';
import { IconBan, IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useConsent } from '../../../data/consent/queries.ts';
import { errorText } from '../../../platform/errors.ts';
import { formatShortDateTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { StatusChip } from '../../../ui/marks/status-chip.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { Skeleton } from '../../../ui/page/skeleton.tsx';
import { sourceText, stateText } from './consent-text.ts';
import css from './contact-consent.module.css';
import { NoteDialog } from './note-dialog.tsx';

/** Whether a contact wants to be written to, with what they said about it. */
export function ContactConsent({ contactId }: { contactId: number }) {
  const { data, error, refetch } = useConsent(contactId);
  const [noting, setNoting] = useState(false);
  return (
    <Section title={t('Mensagens de divulgação')} remember="consent">
      {!data ? (
        error ? (
          <ErrorState title={t('Não foi possível carregar')} text={errorText(error)} onRetry={() => void refetch()} />
        ) : (
          <div className={css.stack}>
            <Skeleton width="40%" height={22} />
            <Skeleton width="70%" height={28} />
          </div>
        )
      ) : (
        <div className={css.stack}>
          <div>
            {data.optedOut ? (
              <StatusChip tone="warn" icon={<IconBan size={14} aria-hidden />}>
                {t('Não quer receber')}
              </StatusChip>
            ) : (
              <StatusChip tone="ok" icon={<IconMailCheck size={14} aria-hidden />}>
                {t('Pode receber')}
              </StatusChip>
            )}
          </div>
          {data.entries.length > 0 && (
            <ul className={css.entries}>
              {data.entries.map((entry) => (
                <li key={entry.id}>
                  <span>
                    {stateText(entry.state)}
                    {entry.words && `: “${entry.words}”`}
                  </span>
                  <small>
                    {formatShortDateTime(entry.createdAt)} · {sourceText(entry)}
                  </small>
                </li>
              ))}
            </ul>
          )}
          {data.optedOut && data.ownWord ? (
            <p className={css.note}>{t('Saiu pela própria palavra. Volta quando escrever {{word}}.', { word: data.backWord })}</p>
          ) : (
            <div>
              <Button variant="default" size="sm" onClick={() => setNoting(true)}>
                {data.optedOut ? t('Anotar que voltou') : t('Anotar que não quer receber')}
              </Button>
            </div>
          )}
          {noting && <NoteDialog contactId={contactId} state={data.optedOut ? 'in' : 'out'} onClose={() => setNoting(false)} />}
        </div>
      )}
    </Section>
  );
}
