// Two people may edit the same record. What one saves reaches the other's form without overwriting what was typed there.
import type { UseFormReturnType } from '@mantine/form';
import { IconTrash, IconUsers } from '@tabler/icons-react';
import { hashKey } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../platform/i18n.ts';
import { Banner } from '../page/banner.tsx';
import css from './changed-elsewhere.module.css';
import { confirm } from './confirm-dialog.tsx';

/** `loaded`: nothing was typed, the new values are shown; `beside`: other fields changed; `against`: the same fields changed. */
export type Elsewhere = 'none' | 'loaded' | 'beside' | 'against' | 'gone';

type Merged<Values> = { values: Values; state: Exclude<Elsewhere, 'gone'> };

/** The form after its record changed from `before` to `now`: untouched fields take the new value, what was typed (`mine`) stays. */
export function mergeForm<Values extends Record<string, unknown>>(before: Values, mine: Values, now: Values): Merged<Values> {
  const values: Values = { ...mine };
  let [news, typed, clash] = [false, false, false];
  for (const key of Object.keys(now) as (keyof Values)[]) {
    if (sameValue(now[key], mine[key])) continue;
    const untouched = sameValue(mine[key], before[key]);
    const changed = !sameValue(now[key], before[key]);
    if (untouched) values[key] = now[key];
    else typed = true;
    news ||= changed;
    clash ||= changed && !untouched;
  }
  return { values, state: !news ? 'none' : clash ? 'against' : typed ? 'beside' : 'loaded' };
}

/** Are two form values equal? Any two files count as equal. */
export function sameValue(one: unknown, other: unknown): boolean {
  return hashKey([one]) === hashKey([other]);
}

export type ChangedElsewhere = {
  state: Elsewhere;
  /** Shows the record as it is now and discards what was typed. */
  load: () => void;
  /** Keeps what was typed. */
  keep: () => void;
};

/**
 * Keeps a form in sync with its record. `now`: the record as it is now, in the form's shape; null once it is deleted, undefined
 * if there is none yet. Changes that arrive while the form is `saving` count as its own and are not announced.
 */
export function useChangedElsewhere<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  now: Values | null | undefined,
  saving: boolean,
): ChangedElsewhere {
  const before = useRef(form.getInitialValues());
  const [state, setState] = useState<Merged<Values>['state']>('none');
  useEffect(() => {
    if (!now || sameValue(now, before.current)) return;
    const merged = mergeForm(before.current, form.getValues(), now);
    before.current = now;
    form.resetDirty(now);
    form.setValues(merged.values);
    if (merged.state !== 'none' && !saving) setState((held) => (held === 'against' && merged.state === 'beside' ? held : merged.state));
  });
  return {
    state: now === null ? 'gone' : state,
    load: () => {
      form.reset();
      setState('none');
    },
    keep: () => setState('none'),
  };
}

/** Says what happened to the record, with a choice if there is one. Shows nothing if nothing happened. */
export function ElsewhereBanner({ state, load, keep }: ChangedElsewhere) {
  if (state === 'none') return null;
  if (state === 'gone') {
    return (
      <Banner tone="bad" icon={<IconTrash />} urgent>
        {t('Outra pessoa excluiu este registro. O que você escreveu não pode mais ser salvo; copie o que precisar.')}
      </Banner>
    );
  }
  if (state === 'loaded') {
    return (
      <Banner tone="info" icon={<IconUsers />}>
        {t('Outra pessoa mudou este registro. Você já vê os valores novos.')}
      </Banner>
    );
  }
  return (
    <Banner tone="warn" icon={<IconUsers />} urgent>
      {t('Outra pessoa mudou este registro. O que você escreveu continua aqui.')}
      <span className={css.choice}>
        <button type="button" onClick={load}>
          {t('Carregar os valores novos')}
        </button>
        <button type="button" onClick={keep}>
          {t('Manter os meus')}
        </button>
      </span>
    </Banner>
  );
}

/** Asks before overwriting what another person saved in the same fields. */
export function confirmOverwrite(): Promise<boolean> {
  return confirm({
    title: t('Salvar por cima?'),
    text: t('Outra pessoa mudou o mesmo que você. Salvando, ficam os seus valores.'),
    confirmLabel: t('Salvar por cima'),
    cancelLabel: t('Continuar editando'),
    danger: true,
  });
}
