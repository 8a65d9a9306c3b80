import { chatNoticeOf } from '@balcao/contract/notice-rules';
import { useNavigate } from 'react-router';
import { notifyDesktop } from '../../../platform/desktop-notification.ts';
import { t } from '../../../platform/i18n.ts';
import { chosenTone, isSilent, useUser } from '../../../platform/session.ts';
import { useLive } from '../../../platform/socket.ts';
import { inOneTab, ring } from '../../../platform/sound.ts';
import { showToast, toastLife } from '../../../platform/toast.ts';

/** Rings, in one tab, when a colleague writes in a chat that is not before the person's eyes. Whoever is mentioned sees a toast as well. */
export function useChatSignal(): void {
  const me = useUser();
  const navigate = useNavigate();
  useLive('chat', (news) => {
    if (news.action !== 'new-message') return;
    const { chat, newMessage } = news;
    const kind = chatNoticeOf(me.id, newMessage);
    if (!kind) return;
    const path = `/chats/${chat.uuid}`;
    if (document.visibilityState === 'visible' && document.hasFocus() && window.location.pathname === path) return;
    const open = () => void navigate(path);
    const isMentioned = kind === 'mention';
    const title = isMentioned ? t('{{name}} mencionou você em {{chat}}', { name: newMessage.sender.name, chat: chat.title }) : chat.title;
    if (isMentioned) {
      const actions = [{ label: t('Abrir conversa'), onClick: open }];
      showToast({ kind: 'info', title, text: newMessage.message.slice(0, 120), actions, lifeMs: toastLife.warning });
    }
    if (isSilent(kind)) return;
    void inOneTab(`chat-${newMessage.id}`, () => {
      ring(chosenTone(kind));
      notifyDesktop({ title, body: chat.lastMessage, tag: `chat-${chat.id}`, onClick: open });
    });
  });
}
