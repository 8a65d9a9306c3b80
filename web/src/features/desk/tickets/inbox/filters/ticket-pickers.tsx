import { noQueue } from '@balcao/contract/ticket-rules';
import { useChoosableQueues, useQueues } from '../../../../../data/queues/queries.ts';
import { t } from '../../../../../platform/i18n.ts';
import { useUser } from '../../../../../platform/session.ts';
import { Picker, type PickerProps } from './picker.tsx';

type Choice = { queueIds: readonly number[]; tagIds: readonly number[]; userIds: readonly number[] };
type Options = PickerProps['options'];

export type TicketPickersProps = {
  chosen: Choice;
  onChange: (change: Partial<Record<keyof Choice, number[]>>) => void;
  /** Of which tickets each queue is counted. */
  counted?: PickerProps['counted'];
  tags: Options;
  /** Null: whose tickets they are is not chosen. */
  users: Options | null;
  /** As chips of a row. */
  chip?: boolean;
};

/** Of which queues, tags and people tickets are shown. Those in no queue are offered to people who see all of them. */
export function TicketPickers({ chosen, onChange, counted, tags, users, chip = false }: TicketPickersProps) {
  const { profile, allTicket } = useUser();
  const seesUnqueued = profile === 'admin' || allTicket === 'enabled';
  // Admins may choose all queues: until they are there, their place is kept.
  const loading = useQueues(profile === 'admin').data === undefined && profile === 'admin';
  const queues = [...useChoosableQueues(), ...(seesUnqueued ? [{ id: noQueue, name: t('Sem fila') }] : [])];
  return (
    <>
      {(queues.length > 1 || loading) && (
        <Picker
          label={t('Filas')}
          all={t('todas')}
          options={queues}
          counted={counted}
          chosen={chosen.queueIds}
          onChosen={(queueIds) => onChange({ queueIds })}
          chip={chip}
        />
      )}
      {users && (
        <Picker
          label={t('Atendentes')}
          all={t('todos')}
          options={users}
          chosen={chosen.userIds}
          onChosen={(userIds) => onChange({ userIds })}
          chip={chip}
        />
      )}
      {tags.length > 0 && (
        <Picker
          label={t('Tags')}
          all={t('todas')}
          options={tags}
          chosen={chosen.tagIds}
          onChosen={(tagIds) => onChange({ tagIds })}
          chip={chip}
        />
      )}
    </>
  );
}
