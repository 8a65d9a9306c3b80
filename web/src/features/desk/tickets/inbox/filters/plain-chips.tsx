import { t } from '../../../../../platform/i18n.ts';
import { useStored } from '../../../../../platform/storage.ts';
import { type Chip, chipFilterOf, chips, type InboxView, type ListProps } from '../inbox-view.ts';
import css from './list-chips.module.css';

/** The chips as they were last seen, with room for their numbers: shown at once, until what they count is loaded. */
export function PlainChips({ view, onChange }: Omit<ListProps, 'mayShowAll'>) {
  const [offered] = useOfferedChips(view);
  return (
    <div className={css.chips}>
      <div className={css.scroll}>
        {offered.map(({ chip, digits }) => (
          <button key={chip} type="button" aria-pressed={view[chip]} className={css.chip} onClick={() => onChange({ [chip]: !view[chip] })}>
            {chipText(chip)}
            <RoomForCount digits={digits} />
          </button>
        ))}
      </div>
    </div>
  );
}

/** As wide as the number will be, so that nothing moves when it comes. */
export function RoomForCount({ digits }: { digits: number }) {
  return digits > 0 ? <span className={css.count} style={{ width: `${digits}ch` }} /> : null;
}

export type OfferedChip = {
  chip: Chip;
  /** How many digits its number had. */
  digits: number;
};

/** The chips of a view: those that found something the last time, and how to remember them. */
export function useOfferedChips(view: InboxView): [OfferedChip[], (counts: Readonly<Record<Chip, number>>) => void] {
  const [stored, store] = useStored(`chips-${view.waiting ? 'waiting' : 'open'}`, '');
  const known = new Map(stored.split(' ').map((each) => each.split('.') as [string, string | undefined]));
  const offered = chips
    .filter((chip) => view[chip] || (known.has(chip) && (chip !== 'chatbot' || view.waiting)))
    .map((chip) => ({ chip, digits: Number(known.get(chip)) || 0 }));
  const remember = (counts: Readonly<Record<Chip, number>>) => {
    const found = chips.filter((chip) => counts[chip] > 0).map((chip) => `${chip}.${String(counts[chip]).length}`);
    if (found.join(' ') !== stored) store(found.join(' '));
  };
  return [chipFilterOf(view) ? offered : [], remember];
}

export function chipText(chip: Chip): string {
  switch (chip) {
    case 'unread':
      return t('Não lidas');
    case 'chatbot':
      return t('Bot');
    case 'priority':
      return t('Prioridade');
    case 'untagged':
      return t('Sem tag');
    case 'snoozed':
      return t('Adiadas');
  }
}
