import type { MessageView } from '@balcao/contract/messages';
import { Menu, Popover } from '@mantine/core';
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
import { type SyntheticEvent, useContext, useState } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { toastSuccess } from '../../../../platform/toast.ts';
import { useMedia } from '../../../../platform/use-media.ts';
import { copyText } from '../../../../ui/copy-button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { MessageHelpContext } from '../message-help.ts';
import css from './bubble.module.css';
import type { BubbleActions } from './bubble.tsx';

const reactions = ['👍', '❤️', '😂', '😮', '😢', '🙏'];

/** Reply, react, and the other actions on a message. On touch screens, all of them are in the menu. */
export function BubbleTools({ message, actions }: { message: MessageView; actions: BubbleActions }) {
  const [palette, setPalette] = useState(false);
  const [menu, setMenu] = useState(false);
  // What opens is heavy, and a conversation has thousands of messages: it is made when somebody reaches for it.
  const [reached, setReached] = useState(false);
  const reach = () => setReached(true);
  const touch = useMedia('(hover: none)');
  const help = useContext(MessageHelpContext);
  const { reply } = actions;
  const own = message.reactions.find(({ fromMe }) => fromMe)?.emoji;
  const unsent = message.state === 'queued' || message.state === 'sending' || message.state === 'failed';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody reaches for its buttons.
    <span className={css.tools} data-open={palette || menu || undefined} onPointerEnter={reach} onFocus={reach}>
      {reply && !unsent && !touch && (
        <IconButton label={t('Responder citando')} size="sm" onClick={() => reply(message)}>
          <IconCornerUpLeft size={16} />
        </IconButton>
      )}
      {!unsent && !touch && (
        <span className={css.tool}>
          <IconButton label={t('Reagir')} size="sm" aria-expanded={palette} onClick={() => setPalette(!palette)} {...staysOpen(palette)}>
            <IconMoodSmile size={16} />
          </IconButton>
          {(reached || palette) && (
            <Popover opened={palette} onChange={setPalette} position="top" trapFocus returnFocus withinPortal>
              <Popover.Target>
                <span className={css.anchor} aria-hidden />
              </Popover.Target>
              <Popover.Dropdown p={4}>
                <fieldset className={css.palette} aria-label={t('Reagir')}>
                  {reactions.map((emoji) => (
                    <button
                      key={emoji}
                      type="button"
                      aria-pressed={own === emoji}
                      onClick={() => {
                        setPalette(false);
                        actions.react(message, emoji);
                      }}
                    >
                      {emoji}
                    </button>
                  ))}
                </fieldset>
              </Popover.Dropdown>
            </Popover>
          )}
        </span>
      )}
      <span className={css.tool}>
        <IconButton
          label={t('Mais sobre esta mensagem')}
          size="sm"
          aria-haspopup="menu"
          aria-expanded={menu}
          onClick={() => setMenu(!menu)}
          {...staysOpen(menu)}
        >
          <IconDotsVertical size={16} />
        </IconButton>
        {(reached || menu) && (
          <Menu opened={menu} onChange={setMenu}>
            <Menu.Target>
              <span className={css.anchor} aria-hidden />
            </Menu.Target>
            <Menu.Dropdown>
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
                <Menu.Item
                  component="a"
                  href={message.mediaUrl}
                  download={message.mediaName ?? true}
                  leftSection={<IconDownload size={18} />}
                >
                  {t('Baixar arquivo')}
                </Menu.Item>
              )}
              {menu && !unsent && help.menu(message)}
              {menu && actions.edit?.can(message) && (
                <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => actions.edit?.begin(message)}>
                  {t('Editar')}
                </Menu.Item>
              )}
              {menu && actions.mayRemove(message) && (
                <Menu.Item leftSection={<IconTrash size={18} />} data-danger onClick={() => actions.remove(message)}>
                  {t('Apagar')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </span>
    </span>
  );
}

/** For a button beside what it opened: pressing it does not count as pressing outside, so that the click closes it for good. */
function staysOpen(opened: boolean) {
  const stop = (event: SyntheticEvent) => opened && event.stopPropagation();
  return { onMouseDown: stop, onTouchStart: stop };
}
