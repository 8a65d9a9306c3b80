import { type NoticeTone, noticeTones } from '@balcao/contract/notice-rules';
import type { NoticesView } from '@balcao/contract/notices';
import { NativeSelect } from '@mantine/core';
import { useChoosableQueues } from '../../../data/queues/queries.ts';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { ring } from '../../../platform/sound.ts';
import { Mark } from '../../../ui/marks/mark.tsx';
import { useChooseNotices } from './mutations.ts';
import css from './notices.module.css';

/** A tone of its own for each queue of the person. */
export function QueueTones({ notices }: { notices: NoticesView }) {
  const choose = useChooseNotices(notices);
  const queues = useChoosableQueues();
  const { tones } = notices;
  if (queues.length === 0) return null;
  const set = (queueId: number, tone: NoticeTone | null) => {
    const { [String(queueId)]: _, ...others } = tones.queues;
    const chosen = tone === null ? others : { ...others, [String(queueId)]: tone };
    choose.mutate({ tones: { ...tones, queues: chosen } }, { onError: (error) => notifyError(error) });
  };
  return (
    <section className={css.part} aria-labelledby="notice-queues">
      <h3 id="notice-queues">{t('Toque por fila')}</h3>
      {queues.map(({ id, name, color }) => (
        <div key={id} className={css.line}>
          <Mark name={name} color={color} />
          <ToneChoice
            label={t('Toque de {{name}}', { name })}
            value={tones.queues[String(id)] ?? null}
            none={t('Pelo tipo de aviso')}
            onChoose={(tone) => set(id, tone)}
          />
        </div>
      ))}
    </section>
  );
}

type ToneChoiceProps = {
  label: string;
  value: NoticeTone | null;
  /** What it means to choose none. */
  none?: string;
  disabled?: boolean;
  onChoose: (tone: NoticeTone | null) => void;
};

/** What it sounds like; one hears it when one chooses it. */
export function ToneChoice({ label, value, none, disabled = false, onChoose }: ToneChoiceProps) {
  const choices = noticeTones.map((tone) => ({ value: tone as string, label: toneText(tone) }));
  return (
    <NativeSelect
      size="xs"
      className={css.tone}
      aria-label={label}
      disabled={disabled}
      value={value ?? ''}
      data={none ? [{ value: '', label: none }, ...choices] : choices}
      onChange={(event) => {
        const tone = noticeTones.find((each) => each === event.currentTarget.value) ?? null;
        if (tone) ring(tone);
        onChoose(tone);
      }}
    />
  );
}

function toneText(tone: NoticeTone): string {
  switch (tone) {
    case 'bell':
      return t('Sino');
    case 'chime':
      return t('Carrilhão');
    case 'drop':
      return t('Gota');
    case 'knock':
      return t('Batida');
    case 'none':
      return t('Sem som');
  }
}
