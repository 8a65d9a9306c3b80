import type { MessageView } from '@balcao/contract/messages';
import { useContext, useState } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { useStoredFlag } from '../../../../platform/storage.ts';
import css from '../bubble/bubble.module.css';
import { MessageHelpContext } from '../message-help.ts';

/** What a voice message says, shown or hidden as the person chose last; or the offer to have it written down. */
export function VoiceWords({ message }: { message: MessageView }) {
  const { transcribe } = useContext(MessageHelpContext);
  const [shown, show] = useStoredFlag('transcripts', true);
  const [asking, setAsking] = useState(false);
  const { transcript } = message;
  if (transcript === null) {
    if (!transcribe || message.mediaState !== 'ready') return null;
    const ask = async () => {
      setAsking(true);
      await transcribe(message);
      setAsking(false);
    };
    return (
      <button type="button" className={css.words} disabled={asking} aria-busy={asking} onClick={() => void ask()}>
        {asking ? t('Transcrevendo…') : t('Transcrever')}
      </button>
    );
  }
  return (
    <>
      <button type="button" className={css.words} aria-expanded={shown} onClick={() => show(!shown)}>
        {shown ? t('Ocultar transcrição') : t('Ver transcrição')}
      </button>
      {shown && <p className={css.transcript}>{transcript === '' ? t('Nada foi dito.') : `“${transcript}”`}</p>}
    </>
  );
}
