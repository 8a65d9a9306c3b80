import { t } from '../../../../../platform/i18n.ts';
import { useStored } from '../../../../../platform/storage.ts';
import { type Chip, chipFilterOf, chips, type InboxView } from '../inbox-view.ts';
import css from './list-chips.module.css';

/** The chips as they were last seen, without numbers: shown at once, until what they count is loaded. */
export function PlainChips({ view, onChange }: { view: InboxView; onChange: (change: Partial<InboxView>) => void }) {
  const [offered] = useOfferedChips(view);
  return (
    <div className={css.chips}>
      <div className={css.scroll}>
        {offered.map((chip) => (
          <button key={chip} type="button" aria-pressed={view[chip]} className={css.chip} onClick={() => onChange({ [chip]: !view[chip] })}>
            {chipText(chip)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The chips of a view: those that found something the last time, and how to remember them. */
export function useOfferedChips(view: InboxView): [Chip[], (found: readonly Chip[]) => void] {
  const [stored, store] = useStored(`chips-${view.waiting ? 'waiting' : 'open'}`, chips.join(' '));
  const known = stored.split(' ');
  const offered = chips.filter((chip) => view[chip] || (known.includes(chip) && (chip !== 'chatbot' || view.waiting)));
  return [chipFilterOf(view) ? offered : [], (found) => found.join(' ') !== stored && store(found.join(' '))];
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
