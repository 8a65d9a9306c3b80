import type { TicketView } from '@balcao/contract/tickets';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { useTagChoices } from '../../../data/tags/queries.ts';
import { notifyError } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';
import { LatePopover } from '../../../ui/late-popup.tsx';
import { Dot } from '../../../ui/marks/mark.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useSyncTags } from './mutations.ts';
import { type TagOption, tagOptions } from './tag-search.ts';
import css from './ticket-tags.module.css';

export type TicketTagsProps = {
  ticket: TicketView;
  /** Called with the ticket after its tags changed. */
  onChanged: (ticket: TicketView) => void;
};

/** The tags of a ticket: a click removes one, typing adds one. A tag that does not exist is created. */
export function TicketTags({ ticket, onChanged }: TicketTagsProps) {
  const tagging = useTagging(ticket, onChanged);
  const add = useRef<HTMLButtonElement>(null);
  return (
    <Section title={t('Tags')} remember="ticket-tags">
      <CarriedTags
        ticket={ticket}
        onTake={(tagId) => {
          // The pressed button disappears with its tag.
          add.current?.focus();
          tagging.take(tagId);
        }}
      >
        <AddTag button={add} carried={ticket.tags.map(({ id }) => id)} onPick={tagging.pick} />
      </CarriedTags>
    </Section>
  );
}

/** Puts tags on a ticket and takes them off. */
export function useTagging(ticket: TicketView, onChanged: (ticket: TicketView) => void) {
  const sync = useSyncTags(ticket.id);
  // Applied even if another ticket is shown by then.
  const put = (tags: readonly (number | string)[]) => void sync.mutateAsync(tags).then(onChanged, notifyError);
  // Every call sends all tags, including those still being saved.
  const wanted = sync.isPending ? sync.variables : ticket.tags.map(({ id }) => id);
  return {
    take: (tagId: number) => put(wanted.filter((id) => id !== tagId)),
    pick: (option: TagOption) => put([...wanted, option.kind === 'tag' ? option.tag.id : option.name]),
  };
}

/** The tags that a ticket has; each can be taken off. */
export function CarriedTags({ ticket, onTake, children }: { ticket: TicketView; onTake: (tagId: number) => void; children?: ReactNode }) {
  return (
    <div className={css.tags}>
      {ticket.tags.map((tag) => (
        <span key={tag.id} className={css.tag}>
          <Dot color={tag.color} />
          <span className={css.name} title={tag.name}>
            {tag.name}
          </span>
          <button
            type="button"
            className={css.remove}
            aria-label={t('Tirar a tag {{name}}', { name: tag.name })}
            onClick={() => onTake(tag.id)}
          >
            <IconX size={14} aria-hidden />
          </button>
        </span>
      ))}
      {children}
    </div>
  );
}

type AddTagProps = { button: Ref<HTMLButtonElement>; carried: readonly number[]; onPick: (option: TagOption) => void };

function AddTag({ button, carried, onPick }: AddTagProps) {
  const [opened, setOpened] = useState(false);
  return (
    <LatePopover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={240}
      padding={8}
      button={(given) => (
        <button ref={button} type="button" className={css.add} {...given}>
          <IconPlus size={14} aria-hidden />
          {t('Adicionar')}
        </button>
      )}
    >
      <TagPicker
        carried={carried}
        onPick={(option) => {
          setOpened(false);
          onPick(option);
        }}
      />
    </LatePopover>
  );
}

/** Finds a tag, or makes it. */
export function TagPicker({ carried, onPick }: { carried: readonly number[]; onPick: (option: TagOption) => void }) {
  const id = useId();
  const { data: choices } = useTagChoices();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const options = tagOptions(choices ?? [], carried, text);
  const current = Math.min(at, options.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      const next = (current + step + options.length) % options.length;
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    const option = options[current];
    if (event.key === 'Enter' && option && !event.nativeEvent.isComposing) {
      event.preventDefault();
      setText('');
      onPick(option);
    }
  };
  return (
    <>
      <input
        className={css.field}
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
        aria-label={t('Buscar ou criar tag')}
        placeholder={t('Buscar ou criar tag')}
        maxLength={60}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('Tags')} className={css.options}>
        {options.map((option, place) => (
          <button
            key={option.kind === 'tag' ? option.tag.id : 'new'}
            id={`${id}-${place}`}
            type="button"
            role="option"
            aria-selected={place === current}
            tabIndex={-1}
            className={css.option}
            onClick={() => onPick(option)}
            onMouseMove={() => setAt(place)}
          >
            {option.kind === 'tag' ? (
              <>
                <Dot color={option.tag.color} />
                <span className={css.name}>{option.tag.name}</span>
              </>
            ) : (
              <>
                <IconPlus size={14} aria-hidden />
                <span className={css.name}>{t('Criar “{{name}}”', { name: option.name })}</span>
              </>
            )}
          </button>
        ))}
      </div>
      {choices && options.length === 0 && <p className={css.hint}>{t('Digite o nome de uma tag, com ao menos 3 letras.')}</p>}
    </>
  );
}
