import type { TicketView } from '@balcao/contract/tickets';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTagChoices } from '../../../../../data/tags/queries.ts';
import { t } from '../../../../../platform/i18n.ts';
import { Dialog } from '../../../../../ui/dialog/dialog.tsx';
import { Dot } from '../../../../../ui/marks/mark.tsx';
import css from '../filters/picker-options.module.css';

export type TagChange = { add: readonly number[]; remove: readonly number[] };
export type BulkTagsDialogProps = { tickets: readonly TicketView[]; onClose: () => void; onSave: (change: TagChange) => void };

/** Which tags several tickets get or lose. A tag that only some of them have stays as it is until it is chosen. */
export function BulkTagsDialog({ tickets, onClose, onSave }: BulkTagsDialogProps) {
  const { data: tags = [] } = useTagChoices();
  const [wanted, setWanted] = useState<ReadonlyMap<number, boolean>>(new Map());
  const save = () => {
    const chosen = [...wanted];
    onSave({ add: chosen.flatMap(([id, on]) => (on ? [id] : [])), remove: chosen.flatMap(([id, on]) => (on ? [] : [id])) });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      width={380}
      title={t('Tags de {{count}} conversas', { count: tickets.length })}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {t('Cancelar')}
          </Button>
          <Button disabled={wanted.size === 0} onClick={save}>
            {t('Salvar')}
          </Button>
        </>
      }
    >
      <fieldset className={css.options} aria-label={t('Tags')}>
        {tags.map(({ id, name, color }) => {
          const having = tickets.filter((ticket) => ticket.tags.some((tag) => tag.id === id)).length;
          const on = wanted.get(id);
          return (
            <Checkbox
              key={id}
              size="sm"
              checked={on ?? having === tickets.length}
              indeterminate={on === undefined && having > 0 && having < tickets.length}
              onChange={() => setWanted(new Map(wanted).set(id, !(on ?? having === tickets.length)))}
              label={
                <span className={css.option}>
                  <Dot color={color} />
                  {name}
                </span>
              }
            />
          );
        })}
      </fieldset>
      {tags.length === 0 && <p>{t('Ainda não há tags.')}</p>}
    </Dialog>
  );
}
