import { recordedAudioMinBytes } from '@balcao/contract/message-rules';
import { Button } from '@mantine/core';
import { IconHeadphones, IconPlayerPauseFilled, IconPlayerRecordFilled, IconSend2, IconTrash } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatDuration } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import { showToast, toastLife } from '../../../../platform/toast.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { InPlace } from '../../../../ui/list/in-place.tsx';
import css from '../composer/composer.module.css';
import { type Recording, useRecorder } from './recorder.ts';
import { VoicePlayer } from './voice-player.tsx';

/** Replaces the composer while a voice note is recorded: pause, listen, discard, send. */
export function VoiceRecorder({ onSend, onClose }: { onSend: (recording: Recording) => void; onClose: () => void }) {
  const recorder = useRecorder();
  const [review, setReview] = useState<{ recording: Recording; url: string } | null>(null);
  const begin = useEffectEvent(() => void recorder.start());
  useEffect(() => begin(), []);
  useEffect(() => () => void (review && URL.revokeObjectURL(review.url)), [review]);

  const leave = () => {
    recorder.discard();
    onClose();
  };
  const finish = async (use: (recording: Recording) => void) => {
    const recording = review?.recording ?? (await recorder.stop());
    if (!recording) return leave();
    if (recording.blob.size < recordedAudioMinBytes) {
      showToast({
        kind: 'info',
        title: t('Gravação curta demais'),
        text: t('Ela foi descartada. Grave por mais de um segundo.'),
        lifeMs: toastLife.administration,
      });
      return leave();
    }
    use(recording);
  };
  if (recorder.state === 'denied' || recorder.state === 'missing') {
    return (
      <div className={css.recorder} role="alert">
        <span className={css.remark}>
          {recorder.state === 'denied'
            ? t('O navegador bloqueou o microfone. Libere nas configurações do site e tente de novo.')
            : t('Nenhum microfone encontrado. Conecte um e tente de novo; o site precisa estar em https.')}
        </span>
        <Button variant="default" size="sm" onClick={leave}>
          {t('Fechar')}
        </Button>
      </div>
    );
  }
  return (
    <fieldset className={css.recorder} aria-label={t('Gravação de voz')}>
      <IconButton label={t('Descartar gravação')} onClick={leave}>
        <IconTrash size={18} />
      </IconButton>
      {review ? (
        <VoicePlayer
          id="recording"
          url={review.url}
          playableUrl={null}
          mime={null}
          duration={review.recording.seconds}
          waveform={null}
          label={t('Ouvir gravação')}
        />
      ) : (
        <>
          <span className={css.clock} data-live={recorder.state === 'recording' || undefined} role="timer">
            {formatDuration(recorder.seconds)}
          </span>
          <span className={css.levels} aria-hidden>
            <InPlace of={recorder.levels}>{(level) => <i style={{ height: `${Math.max(8, level * 100)}%` }} />}</InPlace>
          </span>
          {recorder.state === 'paused' ? (
            <IconButton label={t('Continuar gravando')} onClick={recorder.resume}>
              <IconPlayerRecordFilled size={18} />
            </IconButton>
          ) : (
            <IconButton label={t('Pausar gravação')} disabled={recorder.state !== 'recording'} onClick={recorder.pause}>
              <IconPlayerPauseFilled size={18} />
            </IconButton>
          )}
          <IconButton
            label={t('Ouvir gravação')}
            onClick={() => void finish((recording) => setReview({ recording, url: URL.createObjectURL(recording.blob) }))}
          >
            <IconHeadphones size={18} />
          </IconButton>
        </>
      )}
      <Button
        className={css.send}
        leftSection={<IconSend2 size={18} />}
        onClick={() =>
          void finish((recording) => {
            onSend(recording);
            onClose();
          })
        }
      >
        {t('Enviar')}
      </Button>
    </fieldset>
  );
}
