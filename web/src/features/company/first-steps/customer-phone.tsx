import { IconArrowLeft, IconMessageCirclePlus, IconMicrophone } from '@tabler/icons-react';
import { formatTime } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import css from './customer-phone.module.css';

export type PhoneLine = { id: string; byCustomer: boolean; text: string; at: string | null };

/** What a customer sees of the conversation. `waits`: their message has no answer yet. */
export function CustomerPhone({
  company,
  lines,
  waits,
  caption,
}: {
  company: string;
  lines: readonly PhoneLine[];
  waits: boolean;
  caption: string;
}) {
  return (
    <figure className={css.figure}>
      <div className={css.phone}>
        <div className={css.head}>
          <IconArrowLeft size={16} aria-hidden />
          <Avatar name={company} size="sm" />
          <span className={css.company}>
            {company}
            <span>{t('conta comercial')}</span>
          </span>
        </div>
        <ul className={css.talk} aria-label={t('Como o cliente vê a conversa')}>
          {lines.map(({ id, byCustomer, text, at }) => (
            <li key={id} className={css.bubble} data-mine={byCustomer || undefined}>
              {text}
              {at && <time>{formatTime(at)}</time>}
            </li>
          ))}
          {waits && (
            <li className={css.ghost}>
              <IconMessageCirclePlus size={16} aria-hidden />
              {t('Sua primeira resposta aparece aqui')}
            </li>
          )}
        </ul>
        <div className={css.input} aria-hidden>
          <span>{t('Mensagem')}</span>
          <IconMicrophone size={16} />
        </div>
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
