import { IconArrowBackUp, IconMoodSmile, IconPencil, IconPhoneOff, IconRefresh, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type PhoneMessage, usePhone } from '../../../data/simulator/queries.ts';
import { errorText, notifyError } from '../../../platform/errors.ts';
import { formatPhone } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { newIdempotencyKey } from '../../../platform/random.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { MenuAction } from '../../../ui/list/row-menu.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { ErrorState } from '../../../ui/page/error-state.tsx';
import { CardDialog, PlaceDialog } from './extra-dialogs.tsx';
import { type Doing, useSimulate } from './mutations.ts';
import type { Customer } from './people.ts';
import css from './phone.module.css';
import { PhoneComposer, type Pointing } from './phone-composer.tsx';
import { PhoneBubble } from './phone-message.tsx';
import { useReceipts } from './use-receipts.ts';

export type PhoneProps = {
  whatsappId: number;
  customer: Customer;
  /** The company the customer writes to. */
  companyName: string;
  /** Leave what the company sends unread. */
  keepUnread: boolean;
  /** Shown in the header of the phone. */
  aside?: ReactNode;
};

const emojis = ['👍', '❤️', '😂'];

type Calling = { id: string; type: 'call' | 'video_call' };

/** The phone of a customer who talks with the company. Remount it for another customer. */
export function Phone({ whatsappId, customer, companyName, keepUnread, aside }: PhoneProps) {
  const phone = usePhone(whatsappId, customer);
  const simulate = useSimulate(whatsappId, customer);
  const [pointing, setPointing] = useState<Pointing | null>(null);
  const [reactions, setReactions] = useState<Record<string, string>>({});
  const [dialog, setDialog] = useState<'place' | 'card' | null>(null);
  const [calling, setCalling] = useState<Calling | null>(null);
  const messages = phone.data ?? [];
  useReceipts(whatsappId, customer, messages, keepUnread);

  const onDo = async (doing: Doing) => {
    try {
      await simulate.mutateAsync(doing);
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    }
  };
  const react = async (target: string, emoji: string) => {
    if (await onDo({ type: 'reaction', target, body: emoji })) setReactions((before) => ({ ...before, [target]: emoji }));
  };
  const ring = async (video: boolean) => {
    const call: Calling = { id: newIdempotencyKey(), type: video ? 'video_call' : 'call' };
    if (await onDo({ ...call, outcome: 'ringing' })) setCalling(call);
  };
  const hangUp = () => {
    if (calling) void onDo({ ...calling, outcome: 'missed' });
    setCalling(null);
  };
  const actionsOf = (message: PhoneMessage): MenuAction[] => {
    if (message.isDeleted) return [];
    const { id } = message;
    const given = reactions[id];
    if (message.fromCustomer && message.type === 'unsupported') {
      const body = t('Agora dá para ler.');
      return [
        { label: t('Enviar de novo, legível'), icon: <IconRefresh size={18} />, onClick: () => void onDo({ type: 'text', id, body }) },
      ];
    }
    return [
      { label: t('Responder'), icon: <IconArrowBackUp size={18} />, onClick: () => setPointing({ at: message, verb: 'reply' }) },
      ...emojis.map((emoji) => ({
        label: t('Reagir com {{emoji}}', { emoji }),
        icon: <IconMoodSmile size={18} />,
        onClick: () => void react(id, emoji),
      })),
      ...(given ? [{ label: t('Tirar a reação'), icon: <IconMoodSmile size={18} />, onClick: () => void react(id, '') }] : []),
      ...(message.fromCustomer && message.type === 'conversation'
        ? [{ label: t('Editar'), icon: <IconPencil size={18} />, onClick: () => setPointing({ at: message, verb: 'edit' as const }) }]
        : []),
      ...(message.fromCustomer
        ? [{ label: t('Apagar'), icon: <IconTrash size={18} />, onClick: () => void onDo({ type: 'revoke', target: id }), danger: true }]
        : []),
    ];
  };

  return (
    <section className={css.phone} aria-label={t('Celular de {{name}}', { name: customer.name })}>
      <div className={css.screen}>
        <header className={css.head}>
          <Avatar name={customer.group ?? companyName} size="sm" />
          <span className={css.who}>
            <b>{customer.group ?? companyName}</b>
            <span>
              {t('Celular de {{name}}', { name: customer.name })} · {formatPhone(customer.number)}
            </span>
          </span>
          {aside}
        </header>
        <div className={css.scroll}>
          {phone.error && !phone.data ? (
            <ErrorState title={t('O celular não abriu')} text={errorText(phone.error)} onRetry={() => void phone.refetch()} />
          ) : (
            <ol className={css.messages} aria-label={t('Mensagens')} aria-live="polite">
              {phone.data?.length === 0 && (
                <li className={css.hint}>{t('Escreva a primeira mensagem. Ela chega em Atendimentos como a de um cliente.')}</li>
              )}
              {messages.map((message) => (
                <PhoneBubble key={message.id} message={message} reaction={reactions[message.id]} actions={actionsOf(message)} />
              ))}
            </ol>
          )}
        </div>
        {calling && (
          <div className={css.calling} role="status">
            <span>{t('Chamando…')}</span>
            <IconButton label={t('Desligar')} onClick={hangUp}>
              <IconPhoneOff size={18} />
            </IconButton>
          </div>
        )}
        <PhoneComposer
          key={pointing ? `${pointing.verb} ${pointing.at.id}` : 'plain'}
          pointing={pointing}
          onUnpoint={() => setPointing(null)}
          onDo={onDo}
          onPlace={() => setDialog('place')}
          onCard={() => setDialog('card')}
          onCall={(video) => void ring(video)}
        />
      </div>
      {dialog === 'place' && (
        <PlaceDialog
          onClose={() => setDialog(null)}
          onSend={async ({ name, latitude, longitude }) => {
            await simulate.mutateAsync({ type: 'location', body: name, latitude, longitude });
          }}
        />
      )}
      {dialog === 'card' && (
        <CardDialog
          onClose={() => setDialog(null)}
          onSend={async ({ name, phone }) => {
            await simulate.mutateAsync({ type: 'contacts', body: `${name.replace(/,/g, ' ').trim()}, ${phone}` });
          }}
        />
      )}
    </section>
  );
}
