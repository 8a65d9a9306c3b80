import type { TriedTicket } from '@balcao/contract/automations';
import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { codeText } from '../../../platform/code-text.ts';
import { errorText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import type { AutomationValues } from './automation-form.ts';
import { actionKinds, actionText } from './automation-text.ts';
import css from './automations.module.css';
import { statusChoices } from './choices.ts';
import { useTryAutomation } from './mutations.ts';

/** Shows what the automation, as it is in the form, would do with the latest conversations. */
export function DryRun({ values, isValid }: { values: AutomationValues; isValid: () => boolean }) {
  const dry = useTryAutomation();
  const matching = dry.data?.filter(({ matches }) => matches);
  return (
    <section className={css.part} aria-label={t('Teste')}>
      <div className={css.head}>
        <p className={css.hint}>{t('O teste olha as últimas 50 conversas como estão agora e não muda nada.')}</p>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFlask size={14} />}
          loading={dry.isPending}
          onClick={() => {
            if (isValid()) dry.mutate(values);
          }}
        >
          {t('Testar')}
        </Button>
      </div>
      <div role="status">
        {dry.error && <p className={css.problem}>{errorText(dry.error)}</p>}
        {matching && (
          <p className={css.sum}>
            {t('Agiria em {{matching}} de {{all}} conversas.', { matching: matching.length, all: dry.data?.length ?? 0 })}
          </p>
        )}
      </div>
      {matching && matching.length > 0 && (
        <ul className={css.log}>
          {matching.map((row) => (
            <TriedRow key={row.ticket.id} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}

function TriedRow({ row: { ticket, results } }: { row: TriedTicket }) {
  const refused = results.filter(({ ok }) => !ok);
  return (
    <li className={css.entry}>
      <b>
        {ticket.contactName} <span className={css.quiet}>#{ticket.number}</span>
      </b>
      <small>{statusChoices().find(({ value }) => value === ticket.status)?.label}</small>
      {refused.map((result) => (
        <small key={`${result.do}${result.code}`} className={css.problem}>
          {resultText(result)}
        </small>
      ))}
    </li>
  );
}

/** What became of an action: 'Enviar um texto ao cliente: A janela …'. */
export function resultText({ do: kind, code }: TriedTicket['results'][number]): string {
  const known = actionKinds.find((each) => each === kind);
  const name = known ? actionText(known) : kind;
  return code ? `${name}: ${codeText(code)}` : name;
}
