import { isSnoozeTime } from '@balcao/contract/ticket-rules';
import type { TicketView } from '@balcao/contract/tickets';
import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { now } from '../../../../../platform/clock.ts';
import { t } from '../../../../../platform/i18n.ts';
import { Dialog } from '../../../../../ui/dialog/dialog.tsx';
import { useTicketMarking } from '../../marking.ts';
import { snoozeChoices } from './snooze-choices.ts';
import css from './snooze-dialog.module.css';
import { choiceText, momentText } from './snooze-text.ts';

/** Until which moment tickets are set aside. */
export function SnoozeDialog({ tickets, onClose }: { tickets: readonly TicketView[]; onClose: () => void }) {
  const marking = useTicketMarking();
  const [value, setValue] = useState(() => localText(new Date(now() + 3_600_000)));
  const at = new Date(value);
  const isPossible = isSnoozeTime(at, new Date(now()));
  const save = async (until: string | null) => {
    onClose();
    for (const ticket of tickets) await marking.snooze(ticket, until, tickets.length > 1);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      width={380}
      title={tickets.length > 1 ? t('Adiar {{count}} conversas', { count: tickets.length }) : t('Adiar conversa')}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancelar')}
          </Button>
          <Button disabled={!isPossible} onClick={() => void save(at.toISOString())}>
            {t('Adiar')}
          </Button>
        </>
      }
    >
      <fieldset className={css.choices} aria-label={t('Adiar')} onKeyDown={moveFocus}>
        {snoozeChoices(new Date(now())).map((choice, place) => (
          <button
            key={choice.kind}
            type="button"
            data-autofocus={place === 0 || undefined}
            onClick={() => void save(choice.at.toISOString())}
          >
            {choiceText(choice.kind)}
            <span>{momentText(choice.at, now())}</span>
          </button>
        ))}
        <button type="button" onClick={() => void save(null)}>
          {t('Até o cliente escrever')}
        </button>
      </fieldset>
      <TextInput
        type="datetime-local"
        label={t('Até quando')}
        description={t('Se o cliente escrever antes, a conversa volta na hora.')}
        value={value}
        min={localText(new Date(now()))}
        error={value && !isPossible ? t('Escolha um momento a partir de agora, no prazo de um ano.') : null}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </Dialog>
  );
}

/** The arrows go through the choices. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus();
  event.preventDefault();
}

/** YYYY-MM-DDTHH:mm by the clock of the person, as the field takes it. */
function localText(at: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
