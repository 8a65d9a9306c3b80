import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { useAssistantUsage } from '../../../data/prompts/queries.ts';
import { notifyError } from '../../../platform/errors.ts';
import { formatNumber } from '../../../platform/format.ts';
import { t } from '../../../platform/i18n.ts';
import { toastLife, toastSuccess } from '../../../platform/toast.ts';
import { ProgressBar } from '../../../ui/marks/progress-bar.tsx';
import css from './budget-line.module.css';
import { useSaveBudget } from './mutations.ts';

/** What the assistants spent this month, and how much they may. */
export function BudgetLine() {
  const { data: usage } = useAssistantUsage();
  const save = useSaveBudget();
  const [typed, setTyped] = useState<number | '' | null>(null);
  if (!usage) return <div className={css.line} aria-hidden />;
  const spent = usage.promptTokens + usage.completionTokens;
  const value = typed ?? (usage.budget || '');
  const onSave = () =>
    save.mutate(Number(value), {
      onSuccess: () => {
        setTyped(null);
        toastSuccess(t('Limite de tokens salvo.'), toastLife.administration);
      },
      onError: (error) => notifyError(error),
    });
  return (
    <form
      className={css.line}
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <div className={css.spent}>
        {usage.budget > 0 ? (
          <ProgressBar
            label={t('Tokens usados neste mês')}
            share={spent / usage.budget}
            detail={t('{{spent}} de {{budget}}', { spent: formatNumber(spent), budget: formatNumber(usage.budget) })}
          />
        ) : (
          t('{{spent}} tokens usados neste mês, sem limite', { spent: formatNumber(spent) })
        )}
      </div>
      <NumberInput
        aria-label={t('Limite de tokens por mês')}
        placeholder={t('Sem limite')}
        suffix={` ${t('tokens por mês')}`}
        thousandSeparator="."
        decimalSeparator=","
        allowDecimal={false}
        min={0}
        max={999_999_999_999}
        hideControls
        value={value}
        onChange={(next) => setTyped(typeof next === 'number' ? next : '')}
      />
      <Button type="submit" variant="default" disabled={typed === null} loading={save.isPending}>
        {t('Salvar limite')}
      </Button>
    </form>
  );
}
