import { Select } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../../../platform/i18n.ts';
import css from './connection-dialog.module.css';
import type { ConnectionValues } from './connection-form.ts';

/** How much of the phone's history is imported when it is linked, and which of its chats become waiting tickets. */
export function HistoryFields({ form }: { form: UseFormReturnType<ConnectionValues> }) {
  const none = form.values.importDays === '0';
  return (
    <fieldset className={css.group}>
      <legend>{t('Histórico do celular')}</legend>
      <div className={css.pair}>
        <Select
          label={t('Trazer conversas')}
          description={t('Vale quando o celular é ligado.')}
          allowDeselect={false}
          data={choices([0, 7, 30, 90, 365], form.values.importDays, daysText)}
          {...form.getInputProps('importDays')}
        />
        <Select
          label={t('Sem resposta viram pendentes')}
          description={t('As demais entram como finalizadas.')}
          allowDeselect={false}
          disabled={none}
          data={choices([0, 24, 72, 168], form.values.importPendingHours, hoursText)}
          {...form.getInputProps('importPendingHours')}
        />
      </div>
    </fieldset>
  );
}

/** The choices, plus the current value if it was set over the API and is none of them. */
function choices(amounts: number[], chosen: string, label: (amount: number) => string) {
  const all = amounts.includes(Number(chosen)) ? amounts : [...amounts, Number(chosen)];
  return all.map((amount) => ({ value: String(amount), label: label(amount) }));
}

function daysText(days: number): string {
  if (days === 0) return t('Nenhuma');
  return days === 365 ? t('Do último ano') : t('Dos últimos {{count}} dias', { count: days });
}

function hoursText(hours: number): string {
  if (hours === 0) return t('Nenhuma');
  return hours > 24 && hours % 24 === 0
    ? t('Com menos de {{count}} dias', { count: hours / 24 })
    : t('Com menos de {{count}} horas', { count: hours });
}
