import type { ContactView } from '@balcao/contract/contacts';
import type { TicketView } from '@balcao/contract/tickets';
import { Button, Select, TextInput } from '@mantine/core';
import { IconAlertCircle, IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useConnections } from '../../../data/connections/queries.ts';
import { useContacts } from '../../../data/contacts/queries.ts';
import { useChoosableQueues } from '../../../data/queues/queries.ts';
import { ApiError, api } from '../../../platform/api.ts';
import { errorText } from '../../../platform/errors.ts';
import { formatPhone } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { useDebounced } from '../../../platform/use-debounced.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PhoneInput } from '../../../ui/phone-input.tsx';
import css from './dialogs.module.css';

type Chosen = Pick<ContactView, 'id' | 'name' | 'number' | 'urlPicture'>;
export type NewTicketDialogProps = {
  /** The contact, if the conversation was started from one. */
  contact?: Chosen | null;
  /** A number to start with, e.g. from a contact card. */
  number?: { name: string; phone: string } | null;
  onClose: () => void;
  /** Called with the new ticket, or with the person's existing one. */
  onOpened: (ticket: TicketView) => void;
};

/** Starts a conversation: who, in which queue, over which connection. */
export function NewTicketDialog({ contact = null, number = null, onClose, onOpened }: NewTicketDialogProps) {
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
      if (other && other.userId === user.id) onOpened(other);
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

const contactSearchMin = 3;

/** Searches contacts from three characters on, or adds one by name and number. */
function ContactChoice({ start, onChosen }: { start: { name: string; phone: string } | null; onChosen: (contact: Chosen) => void }) {
  const [text, setText] = useState(start?.phone ?? '');
  const [creating, setCreating] = useState(false);
  const rested = useDebounced(text.trim().toLowerCase(), 500);
  const contacts = useContacts({ searchParam: rested }, { enabled: rested.length >= contactSearchMin, keepPrevious: true });
  const found = rested.length >= contactSearchMin ? (contacts.rows ?? []) : [];
  if (creating) return <ContactCreation text={text} name={start?.name ?? ''} onCreated={onChosen} onCancel={() => setCreating(false)} />;
  return (
    <div className={css.fields}>
      <TextInput
        label={t('Contato')}
        description={t('Digite ao menos 3 letras do nome ou dígitos do número.')}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {found.length > 0 && (
        <ul className={css.found} aria-label={t('Contatos encontrados')}>
          {found.map((contact) => (
            <li key={contact.id}>
              <button type="button" onClick={() => onChosen(contact)}>
                <Avatar name={contact.name} picture={contact.urlPicture} size="sm" />
                <span className={css.two}>
                  <b>{contact.name}</b>
                  <span>{contact.number ? formatPhone(contact.number) : t('Número oculto')}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {rested.length >= contactSearchMin && !contacts.loading && found.length === 0 && (
        <p className={css.help} role="status">
          {t('Nenhum contato encontrado. Você pode criar um agora.')}
        </p>
      )}
      <div>
        <Button variant="subtle" size="sm" leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
          {t('Criar contato')}
        </Button>
      </div>
    </div>
  );
}

function ContactCreation({
  text,
  name: givenName,
  onCreated,
  onCancel,
}: {
  text: string;
  name: string;
  onCreated: (contact: Chosen) => void;
  onCancel: () => void;
}) {
  const digits = /^[\d\s()+-]*$/.test(text);
  const [name, setName] = useState(givenName || (digits ? '' : text));
  const [number, setNumber] = useState(digits ? text : '');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const foreign = number.startsWith('+');
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (name.trim().length < 2) return setProblem(t('O nome precisa de ao menos 2 letras.'));
    if (number.replace(/\D/g, '').length < 8) return setProblem(t('O número precisa do DDD e de ao menos 8 dígitos.'));
    setBusy(true);
    setProblem(null);
    try {
      onCreated(await api('POST /contacts', { body: { name: name.trim(), number, email: '' } }));
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={css.inline} noValidate onSubmit={(event) => void create(event)}>
      <TextInput
        label={t('Nome')}
        required
        maxLength={50}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {foreign || number.replace(/\D/g, '').length > 11 ? (
        <TextInput label={t('Número')} type="tel" required value={number} onChange={(event) => setNumber(event.currentTarget.value)} />
      ) : (
        <PhoneInput label={t('Número')} required value={number} onChange={setNumber} />
      )}
      {problem && (
        <p role="alert" className={css.help}>
          {problem}
        </p>
      )}
      <div className={css.row}>
        <Button variant="default" size="sm" onClick={onCancel}>
          {t('Voltar à busca')}
        </Button>
        <Button size="sm" type="submit" loading={busy}>
          {t('Criar contato')}
        </Button>
      </div>
    </form>
  );
}

/** The contact's existing ticket, which comes as JSON in the text of the error. */
function otherTicketOf(error: unknown): TicketView | null {
  if (!(error instanceof ApiError) || error.code !== 'ERR_OTHER_OPEN_TICKET') return null;
  try {
    return JSON.parse(error.raw) as TicketView;
  } catch {
    return null;
  }
}

function otherText(ticket: TicketView): string {
  const queue = ticket.queue?.name ?? t('Sem fila');
  return ticket.user
    ? t('Este contato já está em atendimento com {{user}}, na fila {{queue}}.', { user: ticket.user.name, queue })
    : t('Este contato já está aguardando atendimento na fila {{queue}}.', { queue });
}
