import { Button } from '@mantine/core';
import {
  IconBolt,
  IconFiles,
  IconLetterCase,
  IconMicrophone,
  IconMoodSmile,
  IconPaperclip,
  IconSend2,
  IconTemplate,
} from '@tabler/icons-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { useCommand, useKeysOf } from '../../../../platform/commands.ts';
import { t } from '../../../../platform/i18n.ts';
import { lazyPart } from '../../../../platform/lazy-part.ts';
import { useMedia } from '../../../../platform/use-media.ts';
import { FilePicker } from '../../../../ui/fields/file-picker.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { LatePopover } from '../../../../ui/late-popup.tsx';
import css from './composer.module.css';
import { MoreToAttach } from './more-to-attach.tsx';

const EmojiPicker = lazyPart(async () => ({ default: (await import('./emoji-picker.tsx')).EmojiPicker }));

export type ComposerBarProps = {
  /** Chooses whether the message is signed; null where that stands elsewhere. */
  sign: ReactNode;
  formatting: boolean;
  onFormatting: () => void;
  /** The id of the marks that `onFormatting` shows. */
  formatId: string;
  /** What others offer for writing. */
  tools: ReactNode;
  /** Where files are chosen. */
  picker: RefObject<HTMLInputElement | null>;
  onFiles: (files: Iterable<File>) => void;
  onEmoji: (emoji: string) => void;
  onFileList: () => void;
  onTemplate: (() => void) | null;
  /** All quick messages are shown; null where there are none. */
  browsing: boolean | null;
  onBrowse: () => void;
  onVoice: () => void;
  canSend: boolean;
  onSend: () => void;
  /** Stands behind the button that sends. */
  children: ReactNode;
};

/** The tools below the field, and the button that sends. */
export function ComposerBar({ sign, formatting, onFormatting, formatId, tools, picker, onFiles, ...rest }: ComposerBarProps) {
  const { onEmoji, onFileList, onTemplate, browsing, onBrowse, onVoice, canSend, onSend, children } = rest;
  const [emoji, setEmoji] = useState<'closed' | 'open' | 'picked'>('closed');
  const touch = useMedia('(pointer: coarse)');
  const attachKeys = useKeysOf('composer.attach');
  useCommand('composer.emoji', t('Emoji'), () => setEmoji('open'));
  useCommand('composer.quickMessages', t('Respostas rápidas'), onBrowse, browsing === false);
  useCommand('composer.format', t('Formatação'), onFormatting);
  return (
    <div className={css.bar}>
      <LatePopover
        opened={emoji === 'open'}
        onChange={(opened) => setEmoji(opened ? 'open' : 'closed')}
        // After one is picked the focus belongs to the text. Otherwise it goes back to the button, which would take it from there.
        returnFocus={emoji !== 'picked'}
        position="top-start"
        padding={8}
        fallback={<div className={css.emojis} />}
        button={(given) => (
          <IconButton label={t('Emoji')} {...given}>
            <IconMoodSmile size={18} />
          </IconButton>
        )}
      >
        <EmojiPicker
          onPick={(picked) => {
            setEmoji('picked');
            onEmoji(picked);
          }}
        />
      </LatePopover>
      {tools}
      <IconButton label={t('Anexar arquivo')} keys={attachKeys} onClick={() => picker.current?.click()}>
        <IconPaperclip size={18} />
      </IconButton>
      {touch ? (
        <MoreToAttach onFiles={onFiles} onFileList={onFileList} />
      ) : (
        <IconButton label={t('Enviar lista de arquivos')} onClick={onFileList}>
          <IconFiles size={18} />
        </IconButton>
      )}
      {onTemplate && (
        <IconButton label={t('Enviar modelo')} onClick={onTemplate}>
          <IconTemplate size={18} />
        </IconButton>
      )}
      {browsing !== null && (
        <IconButton
          label={t('Respostas rápidas')}
          keys="/"
          pressed={browsing}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onBrowse}
        >
          <IconBolt size={18} />
        </IconButton>
      )}
      <IconButton
        label={t('Formatação')}
        pressed={formatting}
        aria-controls={formatting ? formatId : undefined}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onFormatting}
      >
        <IconLetterCase size={18} />
      </IconButton>
      <FilePicker ref={picker} multiple onFiles={onFiles} />
      {sign}
      <span className={css.spacer} />
      <IconButton label={t('Gravar mensagem de voz')} onClick={onVoice}>
        <IconMicrophone size={18} />
      </IconButton>
      <span className={css.send}>
        <Button leftSection={<IconSend2 size={18} />} disabled={!canSend} onClick={onSend}>
          {t('Enviar')}
        </Button>
        {children}
      </span>
    </div>
  );
}
