import type { TicketView } from '@balcao/contract/tickets';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { now } from '../../../../platform/clock.ts';
import { t } from '../../../../platform/i18n.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { useTicketMarking } from '../marking.ts';

/** Until which moment tickets are set aside. */
export function SnoozeDialog({ tickets, onClose }: { tickets: readonly TicketView[]; onClose: () => void }) {
  const marking = useTicketMarking();
  const [value, setValue] = useState(() => localText(new Date(now() + 3_600_000)));
  const at = new Date(value);
  const isPast = !(at.getTime() > now());
  const save = async () => {
    onClose();
    for (const ticket of tickets) await marking.snooze(ticket, at.toISOString(), tickets.length > 1);
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
          <Button disabled={isPast} onClick={() => void save()}>
            {t('Adiar')}
          </Button>
        </>
      }
    >
      <TextInput
        type="datetime-local"
        label={t('Até quando')}
        description={t('Se o cliente escrever antes, a conversa volta na hora.')}
        value={value}
        min={localText(new Date(now()))}
        error={value && isPast ? t('Escolha um momento a partir de agora, no prazo de um ano.') : null}
        data-autofocus
        onChange={(event) => setValue(event.currentTarget.value)}
      />
    </Dialog>
  );
}

/** YYYY-MM-DDTHH:mm by the clock of the person, as the field takes it. */
function localText(at: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
