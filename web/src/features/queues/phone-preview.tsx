import type { Heard } from '@balcao/contract/chatbot-rules';
import { ActionIcon, Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconFile, IconRefresh, IconSend2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import css from './phone-preview.module.css';
import { type Clock, type PreviewLine, play, type Script, withClock } from './preview.ts';

export type PhonePreviewProps = {
  script: Script;
  companyName: string;
  /** What the customer has said since the beginning. */
  heard: readonly Heard[];
  onHeard: (heard: Heard[]) => void;
};

/** A phone on which the bot answers by its real rules, also with what is not saved yet. */
export function PhonePreview({ script, companyName, heard, onHeard }: PhonePreviewProps) {
  const [text, setText] = useState('');
  const [clock, setClock] = useState<Clock>('open');
  const end = useRef<HTMLDivElement>(null);
  const { lines } = play({ ...script, config: withClock(script.config, clock) }, heard);
  const count = lines.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line brings the end into sight.
  useEffect(() => {
    const { current } = end;
    if (current) current.scrollTop = current.scrollHeight;
  }, [count, heard]);
  const say = (words: string, choice: string | null = null) => {
    if (words.trim() === '') return;
    onHeard([...heard, { text: words.trim(), choice }]);
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
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard. */}
          <div ref={end} className={css.lines} role="log" aria-label={t('Conversa da prévia')} tabIndex={0}>
            {lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place.
              <Line key={at} line={line} onTap={say} />
            ))}
          </div>
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
                // Not the form around it.
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
      <div className={css.aside}>
        {script.config.scheduleType === 'queue' && (
          <SegmentedControl
            aria-label={t('Horário na prévia')}
            size="sm"
            value={clock}
            onChange={(chosen) => setClock(chosen as Clock)}
            data={[
              { value: 'open', label: t('Aberta') },
              { value: 'closed', label: t('Fechada') },
              { value: 'now', label: t('Agora') },
            ]}
          />
        )}
        <Button size="sm" variant="subtle" leftSection={<IconRefresh size={16} />} onClick={() => onHeard([])}>
          {t('Recomeçar a prévia')}
        </Button>
      </div>
    </section>
  );
}

function Line({ line, onTap }: { line: PreviewLine; onTap: (text: string, choice: string) => void }) {
  if (line.from === 'note') {
    return <p className={css.note}>{line.note === 'waiting' ? t('O cliente espera por uma pessoa.') : t('O bot não responde a isso.')}</p>;
  }
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
