import { useNavigate } from 'react-router';
import { notifyDesktop } from '../../../platform/desktop-notification.ts';
import { t } from '../../../platform/i18n.ts';
import { isSilent } from '../../../platform/session.ts';
import { useLive } from '../../../platform/socket.ts';
import { inOneTab, ring } from '../../../platform/sound.ts';
import { showToast, toastLife } from '../../../platform/toast.ts';

/** Tells this person that a colleague gave them a conversation: a toast in every tab, the sound and the desktop notice in one. */
export function useHandedSignal(): void {
  const navigate = useNavigate();
  useLive('ticketHanded', ({ ticket, by }) => {
    const title = t('{{name}} transferiu uma conversa para você', { name: by.name });
    const open = () => void navigate(`/tickets/${ticket.uuid}`);
    showToast({
      kind: 'info',
      title,
      text: `${ticket.contact.name} #${ticket.number}`,
      actions: [{ label: t('Abrir conversa'), onClick: open }],
      lifeMs: toastLife.warning,
    });
    if (isSilent('handed')) return;
    void inOneTab(`handed-${ticket.id}-${ticket.revision}`, () => {
      ring();
      notifyDesktop({ title, body: ticket.contact.name, tag: `ticket-${ticket.id}`, icon: ticket.contact.urlPicture, onClick: open });
    });
  });
}
