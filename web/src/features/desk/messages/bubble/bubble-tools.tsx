import type { MessageView } from '@balcao/contract/messages';
import { Menu } from '@mantine/core';
import {
  IconArrowForwardUp,
  IconCheckbox,
  IconCopy,
  IconCornerUpLeft,
  IconDotsVertical,
  IconDownload,
  IconMoodSmile,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { toastSuccess } from '../../../../platform/toast.ts';
import { useMedia } from '../../../../platform/use-media.ts';
import { copyText } from '../../../../ui/copy-button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { LateMenu, LatePopover } from '../../../../ui/late-popup.tsx';
import { MessageHelpContext } from '../message-help.ts';
import css from './bubble.module.css';
import type { BubbleActions } from './bubble.tsx';

const reactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

/** Reply, react, and the other actions on a message. On touch screens, all of them are in the menu. */
export function BubbleTools({ message, actions }: { message: MessageView; actions: BubbleActions }) {
  const [palette, setPalette] = useState(false);
  const [menu, setMenu] = useState(false);
  const touch = useMedia('(hover: none)');
  const { reply } = actions;
  const unsent = isUnsent(message);
  return (
    <span className={css.tools} data-open={palette || menu || undefined}>
      {reply && !unsent && !touch && (
        <IconButton label={t('Responder citando')} size="sm" onClick={() => reply(message)}>
          <IconCornerUpLeft size={16} />
        </IconButton>
      )}
      {!unsent && !touch && (
        <LatePopover
          opened={palette}
          onChange={setPalette}
          position="top"
          padding={4}
          button={(given) => (
            <IconButton label={t('Reagir')} size="sm" {...given}>
              <IconMoodSmile size={16} />
            </IconButton>
          )}
        >
          <Palette
            message={message}
            onPick={(emoji) => {
              setPalette(false);
              actions.react(message, emoji);
            }}
          />
        </LatePopover>
      )}
      <LateMenu
        onToggle={setMenu}
        button={(given) => (
          <IconButton label={t('Mais sobre esta mensagem')} size="sm" {...given}>
            <IconDotsVertical size={16} />
          </IconButton>
        )}
      >
        <MenuItems message={message} actions={actions} touch={touch} />
      </LateMenu>
    </span>
  );
}

function isUnsent({ state }: MessageView): boolean {
  return state === 'queued' || state === 'sending' || state === 'failed';
}

function ownReaction({ reactions }: MessageView): string | undefined {
  return reactions.find(({ fromMe }) => fromMe)?.emoji;
}

function Palette({ message, onPick }: { message: MessageView; onPick: (emoji: string) => void }) {
  const own = ownReaction(message);
  return (
    <div className={css.palette}>
      {reactions.map((emoji) => (
        <button key={emoji} type="button" aria-pressed={own === emoji} onClick={() => onPick(emoji)}>
          {emoji}
        </button>
      ))}
    </div>
  );
}

/** What the menu holds, worked out when it opens: a conversation has thousands of messages. */
function MenuItems({ message, actions, touch }: { message: MessageView; actions: BubbleActions; touch: boolean }) {
  const help = useContext(MessageHelpContext);
  const { reply } = actions;
  const unsent = isUnsent(message);
  const own = ownReaction(message);
  return (
    <>
      {!unsent && touch && (
        <div role="group" className={css.palette} aria-label={t('Reagir')}>
          {reactions.map((emoji) => (
            <Menu.Item key={emoji} data-own={own === emoji || undefined} onClick={() => actions.react(message, emoji)}>
              {emoji}
            </Menu.Item>
          ))}
        </div>
      )}
      {reply && !unsent && (
        <Menu.Item leftSection={<IconCornerUpLeft size={18} />} onClick={() => reply(message)}>
          {t('Responder')}
        </Menu.Item>
      )}
      {!unsent && (
        <Menu.Item leftSection={<IconArrowForwardUp size={18} />} onClick={() => actions.forward([message])}>
          {t('Encaminhar')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCheckbox size={18} />} onClick={() => actions.select(message)}>
        {t('Selecionar')}
      </Menu.Item>
      {message.body && message.mediaType !== 'locationMessage' && (
        <Menu.Item
          leftSection={<IconCopy size={18} />}
          onClick={() => void copyText(message.body).then((done) => done && toastSuccess(t('Texto copiado')))}
        >
          {t('Copiar texto')}
        </Menu.Item>
      )}
      {message.mediaUrl && (
        <Menu.Item component="a" href={message.mediaUrl} download={message.mediaName ?? true} leftSection={<IconDownload size={18} />}>
          {t('Baixar arquivo')}
        </Menu.Item>
      )}
      {!unsent && help.menu(message)}
      {actions.edit?.can(message) && (
        <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => actions.edit?.begin(message)}>
          {t('Editar')}
        </Menu.Item>
      )}
      {actions.mayRemove(message) && (
        <Menu.Item leftSection={<IconTrash size={18} />} data-danger onClick={() => actions.remove(message)}>
          {t('Apagar')}
        </Menu.Item>
      )}
    </>
  );
}
