import { chatTitleMax } from '@balcao/contract/chat-rules';
import type { ChatView } from '@balcao/contract/chats';
import { t } from '../../../platform/i18n.ts';

/** `users`: ids as text, as the field has them; without the owner, who is always a member. */
export type ChatValues = { title: string; users: string[] };

export function chatValues(chat: ChatView | null): ChatValues {
  const others = chat?.users.filter(({ userId }) => userId !== chat.ownerId) ?? [];
  return { title: chat?.title ?? '', users: others.map(({ userId }) => String(userId)) };
}

export function chatRules() {
  return {
    title: (title: string) => {
      if (title.trim() === '') return t('Por favor, preencha o título da conversa.');
      return title.trim().length > chatTitleMax ? t('Muito longo!') : null;
    },
    users: (users: string[]) => (users.length === 0 ? t('Por favor, selecione pelo menos um usuário.') : null),
  };
}

export function chatBody({ title, users }: ChatValues) {
  return { title: title.trim(), users: users.map((id) => ({ id: Number(id) })) };
}
