import type { ConnectionView } from '@balcao/contract/connections';
import { clockAt, dayAt, momentOf } from '@balcao/contract/schedule-rules';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconFile, IconSend2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { InPlace } from '../../../../ui/list/in-place.tsx';
import { Avatar } from '../../../../ui/marks/avatar.tsx';
import { ScrollRegion } from '../../../../ui/page/scroll-region.tsx';
import { RichText } from '../../../../ui/text/rich-text.tsx';
import css from './phone-preview.module.css';
import { type Clock, type Happening, type PreviewLine, play, type Script, withClock } from './preview.ts';
import { PreviewControls, type When } from './preview-controls.tsx';

export type PhonePreviewProps = {
  script: Script;
  companyName: string;
  /** The connections that have the queue; the one it is played on is `connectionId`. */
  connections: readonly ConnectionView[];
  connectionId: number | null;
  onConnection: (connectionId: number) => void;
  /** What has happened since the beginning. */
  happened: readonly Happening[];
  onHappened: (happened: Happening[]) => void;
};

/** A phone on which the bot answers by its real rules, also with what is not saved yet. */
export function PhonePreview({ script, companyName, happened, onHappened, ...on }: PhonePreviewProps) {
  const [text, setText] = useState('');
  const [when, setWhen] = useState<When>('open');
  const { at, timeZone } = script.about;
  const [moment, setMoment] = useState(`${dayAt(at, timeZone)}T${clockAt(at, timeZone)}`);
  const end = useRef<HTMLDivElement>(null);
  const [day = '', time = ''] = moment.split('T');
  const clock: Clock = when === 'moment' ? { at: momentOf(day, time, timeZone) ?? at } : when;
  const { lines } = play(withClock(script, clock), happened);
  const count = lines.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line brings the end into sight.
  useEffect(() => {
    const { current } = end;
    if (current) current.scrollTop = current.scrollHeight;
  }, [count, happened]);
  const say = (words: string, choice: string | null = null) => {
    if (words.trim() === '') return;
    onHappened([...happened, { text: words.trim(), choice }]);
    setText('');
  };
  return (
    <section className={css.preview} aria-label={t('Prévia do bot')}>
      <div className={css.phone}>
        <div className={css.screen}>
          <div className={css.head}>
            <Avatar name={companyName} size="sm" />
            <span>
              <b>{companyName}</b>
              <span>{t('Prévia do bot')}</span>
            </span>
          </div>
          <ScrollRegion ref={end} className={css.lines} role="log" label={t('Conversa da prévia')}>
            <InPlace of={lines}>{(line) => <Line line={line} onTap={say} />}</InPlace>
          </ScrollRegion>
          <div className={css.foot}>
            <TextInput
              className={css.input ?? ''}
              aria-label={t('Responder na prévia')}
              placeholder={t('Responda como cliente: 1, #, 0…')}
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Do not submit the form around it.
                event.preventDefault();
                say(text);
              }}
            />
            <ActionIcon variant="filled" className={css.send ?? ''} aria-label={t('Enviar na prévia')} onClick={() => say(text)}>
              <IconSend2 size={18} />
            </ActionIcon>
          </div>
        </div>
      </div>
      <PreviewControls
        script={script}
        when={when}
        onWhen={setWhen}
        moment={moment}
        onMoment={setMoment}
        onWait={(minutes) => onHappened([...happened, { minutes }])}
        onRestart={() => onHappened([])}
        {...on}
      />
    </section>
  );
}

function Line({ line, onTap }: { line: PreviewLine; onTap: (text: string, choice: string) => void }) {
  if (line.from === 'note') return <p className={css.note}>{noteText(line.note)}</p>;
  if (line.from === 'clock') return <p className={css.note}>{t('{{count}} minutos depois', { count: line.minutes })}</p>;
  if ('file' in line) {
    return (
      <div className={css.bubble}>
        <span className={css.file}>
          <IconFile size={18} aria-hidden />
          {line.file || t('Arquivo')}
        </span>
      </div>
    );
  }
  return (
    <div className={css.bubble} data-own={line.from === 'customer' || undefined}>
      <span className="visually-hidden">{line.from === 'customer' ? t('Cliente:') : t('Empresa:')}</span>
      <RichText text={line.choices ? line.choices.prompt : line.text} />
      {line.choices && (
        <span className={css.choices}>
          {line.choices.rows.map(({ id, title }) => (
            <button key={id} type="button" onClick={() => onTap(title, id)}>
              {title}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}

function noteText(note: Extract<PreviewLine, { from: 'note' }>['note']): string {
  switch (note) {
    case 'waiting':
      return t('O cliente espera por uma pessoa.');
    case 'held':
      return t('O bot não repete o menu agora: limite da conexão.');
    case 'quiet':
      return t('O bot não responde a isso.');
  }
}
