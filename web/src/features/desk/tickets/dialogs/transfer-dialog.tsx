import { type TicketView, transferNoteMax } from '@balcao/contract/tickets';
import { Button, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useConnections } from '../../../../data/connections/queries.ts';
import { useQueues } from '../../../../data/queues/queries.ts';
import { useWorkload } from '../../../../data/tickets/queries.ts';
import { useColleagues } from '../../../../data/users/queries.ts';
import { t } from '../../../../platform/i18n.ts';
import { presenceText } from '../../../../platform/presence-text.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import type { Transfer } from '../mutations.ts';
import css from './dialogs.module.css';

export type TransferDialogProps = {
  /** Null: several tickets, which stay on their connections. */
  ticket: TicketView | null;
  /** In place of the number of the ticket. */
  title?: string;
  onClose: () => void;
  onTransfer: (to: Transfer, names: { queue: TicketView['queue']; user: TicketView['user'] }) => Promise<boolean>;
};

/** Transfers a ticket to another queue, and optionally to a person there. */
export function TransferDialog({ ticket, title, onClose, onTransfer }: TransferDialogProps) {
  const { data: queues = [] } = useQueues();
  const { data: users = [] } = useColleagues();
  const { data: connections = [] } = useConnections();
  const [queueId, setQueueId] = useState<string | null>(ticket?.queueId ? String(ticket.queueId) : null);
  const [userId, setUserId] = useState<string | null>(null);
  const [whatsappId, setWhatsappId] = useState<string | null>(ticket?.whatsappId ? String(ticket.whatsappId) : null);
  const [note, setNote] = useState('');
  const workload = useWorkload();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);

  const queue = queues.find(({ id }) => String(id) === queueId) ?? null;
  const targets = users.filter(
    (user) => user.id !== ticket?.userId && (user.profile === 'admin' || user.queues.some(({ id }) => String(id) === queueId)),
  );
  const user = targets.find(({ id }) => String(id) === userId) ?? null;
  const newWhatsappId = whatsappId && Number(whatsappId) !== ticket?.whatsappId ? Number(whatsappId) : null;
  const waitsThere = ticket?.status === 'pending' && ticket.queueId === queue?.id && !user && !newWhatsappId;
  const queueError = !queue ? t('Selecione uma fila') : waitsThere ? t('A conversa já aguarda nesta fila.') : null;
  const transfer = async () => {
    setTried(true);
    if (!queue || waitsThere || busy) return;
    setBusy(true);
    const moved = await onTransfer(
      {
        queueId: queue.id,
        userId: user?.id ?? null,
        whatsappId: newWhatsappId,
        ...(note.trim() ? { note: note.trim() } : {}),
      },
      { queue: { id: queue.id, name: queue.name, color: queue.color }, user: user && { id: user.id, name: user.name } },
    );
    setBusy(false);
    if (moved) onClose();
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title ?? t('Transferir #{{id}}', { id: ticket?.number ?? '' })}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancelar')}
          </Button>
          <Button loading={busy} onClick={() => void transfer()}>
            {t('Transferir')}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <QueueSelect
          queues={queues}
          workload={workload}
          value={queueId}
          error={tried ? queueError : null}
          onChange={(next) => {
            setQueueId(next);
            setUserId(null);
          }}
        />
        <PersonSelect people={targets} workload={workload} hasQueue={queue !== null} value={userId} onChange={setUserId} />
        {user?.away && <p className={css.warning}>{t('{{name}} está ausente e pode demorar a ver a conversa.', { name: user.name })}</p>}
        <Textarea
          label={t('Nota para quem recebe')}
          description={t('Aparece na conversa, só para a equipe.')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={transferNoteMax}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {ticket && connections.length > 1 && (
          <Select
            label={t('Conexão')}
            data={connections.map(({ id, name, status }) => ({
              value: String(id),
              label: status === 'CONNECTED' ? name : t('{{name}} (fora do ar)', { name }),
            }))}
            value={whatsappId}
            allowDeselect={false}
            onChange={setWhatsappId}
          />
        )}
      </div>
    </Dialog>
  );
}

type SelectProps = { workload: ReturnType<typeof useWorkload>; value: string | null; onChange: (id: string | null) => void };

/** The queues, each with how many wait in it. */
function QueueSelect({
  queues,
  workload,
  ...select
}: SelectProps & { queues: NonNullable<ReturnType<typeof useQueues>['data']>; error: string | null }) {
  const waitingIn = (id: number) => workload?.queues.find((one) => one.queueId === id)?.pending ?? 0;
  return (
    <Select
      label={t('Fila')}
      placeholder={t('Selecione uma fila')}
      withAsterisk
      data-autofocus
      searchable
      openOnFocus={false}
      allowDeselect={false}
      data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
      renderOption={({ option }) => (
        <span className={css.person}>
          {option.label}
          <span className={css.aside}>{t('{{count}} aguardando', { count: waitingIn(Number(option.value)) })}</span>
        </span>
      )}
      {...select}
    />
  );
}

/** Who may be given a conversation of the queue, each with how many they have and whether they are there. */
function PersonSelect({
  people,
  workload,
  hasQueue,
  ...select
}: SelectProps & { people: NonNullable<ReturnType<typeof useColleagues>['data']>; hasQueue: boolean }) {
  const openOf = (id: number) => workload?.users.find(({ userId }) => userId === id)?.open ?? 0;
  return (
    <Select
      label={t('Atendente')}
      description={t('Sem atendente, a conversa volta a aguardar na fila.')}
      placeholder={hasQueue && people.length === 0 ? t('Ninguém atende esta fila') : t('Qualquer pessoa da fila')}
      clearable
      searchable
      openOnFocus={false}
      disabled={!hasQueue || people.length === 0}
      data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
      renderOption={({ option }) => {
        const { online = false, away = false } = people.find(({ id }) => String(id) === option.value) ?? {};
        return (
          <span className={css.person}>
            <span className={css.presence} data-online={(online && !away) || undefined} aria-hidden />
            {option.label}
            <span className={css.aside}>
              {t('{{count}} conversas', { count: openOf(Number(option.value)) })} · {presenceText({ online, away })}
            </span>
          </span>
        );
      }}
      {...select}
    />
  );
}
