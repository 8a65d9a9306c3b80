// Two people may have the same record open. What one saves reaches the form of the other, and takes away nothing that was typed there.
import type { UseFormReturnType } from '@mantine/form';
import { IconTrash, IconUsers } from '@tabler/icons-react';
import { hashKey } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../platform/i18n.ts';
import { Banner } from './banner.tsx';
import css from './changed-elsewhere.module.css';
import { confirm } from './confirm-dialog.tsx';

/** `loaded`: nothing had been typed, the new values are shown; `beside`: other fields were changed; `against`: the same fields. */
export type Elsewhere = 'none' | 'loaded' | 'beside' | 'against' | 'gone';

type Merged<Values> = { values: Values; state: Exclude<Elsewhere, 'gone'> };

/** The form once the record it started from (`before`) became `now`: fields the person left alone follow it, what was typed (`mine`) stays. */
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

/** Whether two form values hold the same. Files are told apart from none, not from each other. */
export function sameValue(one: unknown, other: unknown): boolean {
  return hashKey([one]) === hashKey([other]);
}

export type ChangedElsewhere = {
  state: Elsewhere;
  /** Shows the record as it is now; what was typed goes. */
  load: () => void;
  /** Goes on with what was typed. */
  keep: () => void;
};

/**
 * Keeps a form in step with its record. `now`: the record as it is, in the form's own shape; null once it is gone, undefined
 * where there is none yet. News that come while the form is `saving` are taken for its own, and not spoken of.
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

/** Tells what happened to the record, with the choice where there is one. Nothing when nothing did. */
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

/** Asks whether what somebody else saved in the same fields may be replaced. */
export function confirmOverwrite(): Promise<boolean> {
  return confirm({
    title: t('Salvar por cima?'),
    text: t('Outra pessoa mudou o mesmo que você. Salvando, ficam os seus valores.'),
    confirmLabel: t('Salvar por cima'),
    cancelLabel: t('Continuar editando'),
    danger: true,
  });
}
