import { chatTitleMax } from '@balcao/contract/chat-rules';
import type { ChatView } from '@balcao/contract/chats';
import { MultiSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChat } from '../../../data/chats/queries.ts';
import { useColleagues } from '../../../data/users/queries.ts';
import { recordNow } from '../../../platform/edited-record.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { type ChatValues, chatRules, chatValues } from './chat-form.ts';
import { useSaveChat } from './mutations.ts';

export type ChatDialogProps = {
  /** Null opens a new chat. */
  chat: ChatView | null;
  onClose: () => void;
  onSaved: (chat: ChatView) => void;
};

/** Opens or changes a chat: its title and who is in it. Mounted while it is open. */
export function ChatDialog({ chat, onClose, onSaved }: ChatDialogProps) {
  const me = useUser();
  const save = useSaveChat();
  const colleagues = useColleagues();
  const form = useForm<ChatValues>({ initialValues: chatValues(chat), validate: chatRules() });
  const now = recordNow(useChat(chat?.uuid), chatValues);
  const people = (colleagues.data ?? []).filter(({ id }) => id !== me.id).map(({ id, name }) => ({ value: String(id), label: name }));
  // Members are shown by name also while the colleagues load.
  const known = new Set(people.map(({ value }) => value));
  const held = chat?.users.filter(({ userId }) => userId !== me.id && !known.has(String(userId))) ?? [];
  const data = [...people, ...held.map(({ userId, user }) => ({ value: String(userId), label: user.name }))];
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={chat ? t('Editar conversa') : t('Nova conversa')}
      form={form}
      now={chat ? now : undefined}
      onSave={async (values) => onSaved(await save.mutateAsync({ id: chat?.id ?? null, values }))}
      fieldOfCode={{ ERR_NO_USER_FOUND: 'users' }}
      saveLabel={t('Salvar')}
    >
      <TextInput label={t('Título')} required data-autofocus autoComplete="off" maxLength={chatTitleMax} {...form.getInputProps('title')} />
      <MultiSelect
        label={t('Usuários')}
        description={t('Só quem está na conversa vê o que se escreve nela.')}
        required
        searchable
        hidePickedOptions
        data={data}
        nothingFoundMessage={t('Ninguém encontrado')}
        {...form.getInputProps('users')}
      />
    </FormDialog>
  );
}
