import { typingEveryMs } from '@balcao/contract/message-rules';
import { Menu } from '@mantine/core';
import {
  IconClock,
  IconEyeOff,
  IconFile,
  IconMapPin,
  IconMicrophone,
  IconPhone,
  IconPhoto,
  IconPlus,
  IconSend2,
  IconTrash,
  IconUser,
  IconVideo,
  IconX,
} from '@tabler/icons-react';
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PhoneMessage } from '../../../data/simulator/queries.ts';
import { now } from '../../../platform/clock.ts';
import { formatDuration } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { showToast, toastLife } from '../../../platform/toast.ts';
import { FilePicker } from '../../../ui/fields/file-picker.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { Doing } from './mutations.ts';
import css from './phone.module.css';
import { useRecorder } from './use-recorder.ts';

/** A message that is being answered or changed. */
export type Pointing = { at: PhoneMessage; verb: 'reply' | 'edit' };

export type PhoneComposerProps = {
  pointing: Pointing | null;
  onUnpoint: () => void;
  /** True if it was sent; otherwise the text stays. */
  onDo: (doing: Doing) => Promise<boolean>;
  onPlace: () => void;
  onCard: () => void;
  onCall: (video: boolean) => void;
};

/** Where the customer writes: text, files, voice, a place, a contact card. */
export function PhoneComposer({ pointing, onUnpoint, onDo, onPlace, onCard, onCall }: PhoneComposerProps) {
  const [text, setText] = useState(pointing?.verb === 'edit' ? pointing.at.body : '');
  const recorder = useRecorder((file) => void onDo({ type: 'voice', file }));
  const toldAt = useRef(0);
  const tellTyping = () => {
    if (now() - toldAt.current < typingEveryMs) return;
    toldAt.current = now();
    void onDo({ type: 'typing' });
  };
  const tellRecording = useEffectEvent(() => void onDo({ type: 'recording' }));
  useEffect(() => {
    if (!recorder.recording) return;
    tellRecording();
    const timer = window.setInterval(() => tellRecording(), typingEveryMs);
    return () => window.clearInterval(timer);
  }, [recorder.recording]);
  const target = pointing ? { target: pointing.at.id } : {};

  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const body = text.trim();
    if (!body) return;
    setText('');
    toldAt.current = 0;
    onUnpoint();
    const arrived = await onDo({ type: pointing?.verb === 'edit' ? 'edit' : 'text', body, ...target });
    if (!arrived) setText(body);
  };
  const record = async () => {
    if (!(await recorder.start()))
      showToast({ kind: 'warning', title: t('Não foi possível gravar. Permita o microfone para este site.'), lifeMs: toastLife.warning });
  };

  if (recorder.recording) {
    return (
      <div className={css.composer}>
        <IconButton label={t('Descartar gravação')} onClick={() => recorder.stop(false)}>
          <IconTrash size={18} />
        </IconButton>
        <span className={css.recording} role="timer">
          {formatDuration(recorder.seconds)}
        </span>
        <SendButton label={t('Enviar gravação')} onClick={() => recorder.stop(true)} />
      </div>
    );
  }
  return (
    <form className={css.composer} onSubmit={(event) => void send(event)}>
      {pointing && (
        <div className={css.pointing}>
          <span>
            <b>{pointing.verb === 'edit' ? t('Editando') : t('Respondendo')}</b> {pointing.at.body || t('mensagem')}
          </span>
          <IconButton size="sm" label={t('Cancelar')} onClick={onUnpoint}>
            <IconX size={16} />
          </IconButton>
        </div>
      )}
      <AttachMenu
        onFile={(type, file) => void onDo({ type, file, ...target })}
        onHidden={(type) => void onDo({ type })}
        onPlace={onPlace}
        onCard={onCard}
        onCall={onCall}
      />
      <input
        className={css.input}
        aria-label={t('Mensagem do cliente')}
        placeholder={t('Escreva como cliente')}
        value={text}
        maxLength={4096}
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value);
          tellTyping();
        }}
      />
      {text.trim() ? (
        <SendButton label={t('Enviar')} />
      ) : (
        <IconButton label={t('Gravar voz')} onClick={() => void record()}>
          <IconMicrophone size={18} />
        </IconButton>
      )}
    </form>
  );
}

function SendButton({ label, onClick }: { label: string; onClick?: () => void }) {
  return (
    <button type={onClick ? 'button' : 'submit'} className={css.send} aria-label={label} onClick={onClick}>
      <IconSend2 size={18} />
    </button>
  );
}

function AttachMenu({
  onFile,
  onHidden,
  onPlace,
  onCard,
  onCall,
}: {
  onHidden: (type: 'view_once' | 'awaiting_phone') => void;
  onCall: (video: boolean) => void;
  onFile: (type: 'image' | 'video' | 'document', file: File) => void;
  onPlace: () => void;
  onCard: () => void;
}) {
  const picture = useRef<HTMLInputElement>(null);
  const document = useRef<HTMLInputElement>(null);
  return (
    <>
      <Menu position="top-start">
        <Menu.Target>
          <IconButton label={t('Anexar')}>
            <IconPlus size={20} />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPhoto size={18} />} onClick={() => picture.current?.click()}>
            {t('Imagem ou vídeo')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFile size={18} />} onClick={() => document.current?.click()}>
            {t('Documento')}
          </Menu.Item>
          <Menu.Item leftSection={<IconMapPin size={18} />} onClick={onPlace}>
            {t('Localização')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUser size={18} />} onClick={onCard}>
            {t('Contato')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPhone size={18} />} onClick={() => onCall(false)}>
            {t('Chamada de voz')}
          </Menu.Item>
          <Menu.Item leftSection={<IconVideo size={18} />} onClick={() => onCall(true)}>
            {t('Chamada de vídeo')}
          </Menu.Item>
          <Menu.Item leftSection={<IconEyeOff size={18} />} onClick={() => onHidden('view_once')}>
            {t('Mensagem de visualização única')}
          </Menu.Item>
          <Menu.Item leftSection={<IconClock size={18} />} onClick={() => onHidden('awaiting_phone')}>
            {t('Mensagem que ainda não dá para ler')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <FilePicker
        label={t('Imagem ou vídeo')}
        accept="image/*,video/*"
        ref={picture}
        onFiles={([file]) => file && onFile(file.type.startsWith('video/') ? 'video' : 'image', file)}
      />
      <FilePicker label={t('Documento')} ref={document} onFiles={([file]) => file && onFile('document', file)} />
    </>
  );
}
