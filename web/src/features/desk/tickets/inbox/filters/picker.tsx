import { Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { ChipFilter } from '../../../../../data/tickets/keys.ts';
import { lazyPart } from '../../../../../platform/lazy-part.ts';
import css from '../ticket-pane.module.css';
import chips from './list-chips.module.css';

const PickerOptions = lazyPart(async () => ({ default: (await import('./picker-options.tsx')).PickerOptions }));

export type PickerProps = {
  label: string;
  /** The label if nothing is chosen: 'todas'. */
  all: string;
  options: readonly { id: number; name: string; color?: string }[];
  /** Of which tickets each queue is counted, where the options are queues. */
  counted?: ChipFilter | null | undefined;
  chosen: readonly number[];
  onChosen: (ids: number[]) => void;
  /** As one of several in a row: as short as can be. */
  chip?: boolean;
};

/** A filter of several choices in a small button; none chosen means all. */
export function Picker({ label, all, options, counted = null, chosen, onChosen, chip = false }: PickerProps) {
  const [opened, setOpened] = useState(false);
  const names = options.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  const [first = all, ...others] = names;
  const text = names.length > 1 ? String(names.length) : first;
  const short = names.length === 0 ? label : others.length === 0 ? first : `${first} +${others.length}`;
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={chip ? chips.chip : css.pick}
          data-on={chosen.length > 0 || undefined}
          aria-expanded={opened}
          aria-label={chip ? `${label}: ${names.join(', ') || all}` : undefined}
          onClick={() => setOpened(!opened)}
        >
          <span>{chip ? short : `${label}: ${text}`}</span>
          <IconChevronDown size={chip ? 12 : 14} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <Suspense>
          <PickerOptions label={label} options={options} counted={counted} chosen={chosen} onChosen={onChosen} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
