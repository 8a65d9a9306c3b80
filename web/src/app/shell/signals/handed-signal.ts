import { useNavigate } from 'react-router';
import { notifyDesktop } from '../../../platform/desktop-notification.ts';
import { t } from '../../../platform/i18n.ts';
import { chosenTone, isSilent } from '../../../platform/session.ts';
import { useLive } from '../../../platform/socket.ts';
import { inOneTab, ring } from '../../../platform/sound.ts';
import { showToast, toastLife } from '../../../platform/toast.ts';

type Told = {
  title: string;
  name: string;
  ticket: { id: number; uuid: string; number: number; queueId?: number | null };
  note?: string;
  key: string;
  icon?: string;
};

/**
 * Tells this person that a colleague or a rule gave them a conversation, or what an automation has to say about one: a toast in every tab, the
 * sound and the desktop notice in one.
 */
export function useHandedSignal(): void {
  const navigate = useNavigate();
  const tell = ({ title, name, ticket: { id, uuid, number, queueId = null }, note = '', key, icon = '' }: Told) => {
    const path = `/tickets/${uuid}`;
    const open = () => void navigate(path);
    const text = `${name} #${number}`.trim() + (note && `: ${note}`);
    showToast({ kind: 'info', title, text, actions: [{ label: t('Abrir conversa'), onClick: open }], path, lifeMs: toastLife.warning });
    if (isSilent('handed')) return;
    void inOneTab(key, () => {
      ring(chosenTone('handed', queueId));
      notifyDesktop({ title, body: note ? `${name}: ${note}` : name, tag: `ticket-${id}`, icon, onClick: open });
    });
  };
  useLive('ticketHanded', ({ ticket, by, note }) =>
    tell({
      title: by ? t('{{name}} transferiu uma conversa para você', { name: by.name }) : t('Uma conversa foi atribuída a você'),
      name: ticket.contact.name,
      ticket,
      note,
      key: `handed-${ticket.id}-${ticket.revision}`,
      icon: ticket.contact.urlPicture,
    }),
  );
  useLive('automation-notice', ({ text: title, ticket }) =>
    tell({ title, name: ticket.contactName, ticket, key: `automation-${ticket.id}-${title}` }),
  );
}
