import type { PingView } from '@balcao/contract/pings';
import { notifyDesktop } from '../../../platform/desktop-notification.ts';
import { t } from '../../../platform/i18n.ts';
import { chosenTone, isSilent } from '../../../platform/session.ts';
import { inOneTab, ring } from '../../../platform/sound.ts';
import { showToast, toastLife } from '../../../platform/toast.ts';

/** Tells this person that a note calls them: a toast in every tab, the sound and the desktop notice in one. */
export function tellMention({ id, at, by, ticket, text }: PingView, goTo: (path: string) => void): void {
  const title = t('{{name}} mencionou você', { name: by?.name ?? t('Balcão') });
  const path = `/tickets/${ticket.uuid}`;
  const open = () => goTo(path);
  showToast({
    kind: 'info',
    title: `${title} · ${ticket.contactName} #${ticket.number}`,
    text,
    actions: [{ label: t('Abrir conversa'), onClick: open }],
    path,
    lifeMs: toastLife.warning,
  });
  if (isSilent('mention')) return;
  void inOneTab(`mention-${id}-${at}`, () => {
    ring(chosenTone('mention'));
    notifyDesktop({ title, body: text, tag: `ticket-${ticket.id}`, icon: '', onClick: open });
  });
}
