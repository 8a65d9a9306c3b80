import type { NoticesView } from '@balcao/contract/notices';
import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { useChooseNotices } from './mutations.ts';
import css from './notices.module.css';

const usual = { from: '20:00', to: '08:00' };

/** Hours in which nothing rings and no device is told. */
export function Quiet({ notices }: { notices: NoticesView }) {
  const choose = useChooseNotices(notices);
  const { quiet } = notices;
  const set = (hours: NoticesView['quiet']) => choose.mutate({ quiet: hours }, { onError: (error) => notifyError(error) });
  return (
    <section className={css.part} aria-labelledby="notice-quiet">
      <h3 id="notice-quiet">{t('Horário de silêncio')}</h3>
      <Switch
        label={t('Não avisar em certas horas')}
        description={t('Nada toca nem chega aos aparelhos, em todos eles. Pelo relógio da empresa.')}
        checked={quiet !== null}
        onChange={(event) => set(event.currentTarget.checked ? usual : null)}
      />
      {quiet && (
        <div className={css.hours}>
          <Time key={`from${quiet.from}`} label={t('Das')} value={quiet.from} onChange={(from) => set({ ...quiet, from })} />
          <Time key={`to${quiet.to}`} label={t('Até')} value={quiet.to} onChange={(to) => set({ ...quiet, to })} />
        </div>
      )}
    </section>
  );
}

/** Kept when one leaves the field, so that half a time is not. */
function Time({ label, value, onChange }: { label: string; value: string; onChange: (time: string) => void }) {
  const [text, setText] = useState(value);
  return (
    <TextInput
      type="time"
      label={label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => (/^\d\d:\d\d$/.test(text) ? text !== value && onChange(text) : setText(value))}
    />
  );
}
