import type { TicketView } from '@balcao/contract/tickets';
import { Button, Select } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useConnections } from '../../../../data/connections/queries.ts';
import { useChoosableQueues } from '../../../../data/queues/queries.ts';
import { ApiError, api } from '../../../../platform/api.ts';
import { errorText } from '../../../../platform/errors.ts';
import { formatPhone } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { useUser } from '../../../../platform/session.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Avatar } from '../../../../ui/marks/avatar.tsx';
import { Banner } from '../../../../ui/page/banner.tsx';
import { type Chosen, ContactChoice } from './contact-choice.tsx';
import css from './dialogs.module.css';

/** What a refusal tells of the contact's active ticket. */
type OtherTicket = Pick<TicketView, 'uuid' | 'userId' | 'user' | 'queue'>;

export type NewTicketDialogProps = {
  /** The contact, if the conversation was started from one. */
  contact?: Chosen | null;
  /** A number to start with, e.g. from a contact card. */
  number?: { name: string; phone: string } | null;
  onClose: () => void;
  onOpened: (ticket: TicketView) => void;
  /** The contact has a conversation already, with this person. */
  onExisting: (ticket: OtherTicket) => void;
};

/** Starts a conversation: who, in which queue, over which connection. */
export function NewTicketDialog({ contact = null, number = null, onClose, onOpened, onExisting }: NewTicketDialogProps) {
  const user = useUser();
  const queues = useChoosableQueues();
  const { data: connections = [] } = useConnections();
  const [chosen, setChosen] = useState<Chosen | null>(contact);
  const [queueId, setQueueId] = useState<string | null>(queues.length === 1 ? String(queues[0]?.id) : null);
  const [whatsappId, setWhatsappId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const usual = connections.find(({ id }) => id === user.whatsappId) ?? connections.find(({ isDefault }) => isDefault) ?? connections[0];
  const queueMissing = queueId === null && user.profile !== 'admin';

  const open = async () => {
    setTried(true);
    if (!chosen || queueMissing || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const connection = whatsappId ?? (usual ? String(usual.id) : null);
      const ticket = await api('POST /tickets', {
        body: {
          contactId: chosen.id,
          queueId: queueId === null ? null : Number(queueId),
          whatsappId: connection === null ? null : Number(connection),
          userId: user.id,
          status: 'open',
        },
      });
      onOpened(ticket);
    } catch (error) {
      const other = otherTicketOf(error);
      if (other && other.userId === user.id) onExisting(other);
      else setProblem(other ? otherText(other) : errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Novo atendimento')}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancelar')}
          </Button>
          <Button loading={busy} disabled={!chosen} onClick={() => void open()}>
            {t('Iniciar conversa')}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        {problem && (
          <Banner tone="bad" icon={<IconAlertCircle />} urgent>
            {problem}
          </Banner>
        )}
        {chosen ? (
          <div className={css.chosen}>
            <Avatar name={chosen.name} picture={chosen.urlPicture} />
            <span className={css.two}>
              <b>{chosen.name}</b>
              <span>{chosen.number ? formatPhone(chosen.number) : t('Número oculto')}</span>
            </span>
            <Button variant="subtle" size="sm" onClick={() => setChosen(null)}>
              {t('Trocar')}
            </Button>
          </div>
        ) : (
          <ContactChoice start={number} onChosen={setChosen} />
        )}
        <Select
          label={t('Fila')}
          withAsterisk={user.profile !== 'admin'}
          clearable={user.profile === 'admin'}
          allowDeselect={user.profile === 'admin'}
          placeholder={t('Selecione uma fila')}
          error={tried && queueMissing ? t('Selecione uma fila') : null}
          data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={queueId}
          onChange={setQueueId}
        />
        {connections.length > 1 && (
          <Select
            label={t('Conexão')}
            allowDeselect={false}
            data={connections.map(({ id, name, status }) => ({
              value: String(id),
              label: status === 'CONNECTED' ? name : t('{{name}} (fora do ar)', { name }),
            }))}
            value={whatsappId ?? (usual ? String(usual.id) : null)}
            onChange={setWhatsappId}
          />
        )}
      </div>
    </Dialog>
  );
}

/** The contact's existing ticket, which comes as JSON in the text of the error. */
function otherTicketOf(error: unknown): OtherTicket | null {
  if (!(error instanceof ApiError) || error.code !== 'ERR_OTHER_OPEN_TICKET') return null;
  try {
    return JSON.parse(error.raw) as OtherTicket;
  } catch {
    return null;
  }
}

function otherText(ticket: OtherTicket): string {
  const queue = ticket.queue?.name ?? t('Sem fila');
  return ticket.user
    ? t('Este contato já está em atendimento com {{user}}, na fila {{queue}}.', { user: ticket.user.name, queue })
    : t('Este contato já está aguardando atendimento na fila {{queue}}.', { queue });
}
