import { Select, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type FindFrom, useFound } from '../../../../data/messages/queries.ts';
import { errorText } from '../../../../platform/errors.ts';
import { t } from '../../../../platform/i18n.ts';
import { useDebounced } from '../../../../platform/use-debounced.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Spinner } from '../../../../ui/marks/spinner.tsx';
import { placeId } from '../thread/note-id.ts';
import css from './find-bar.module.css';
import { mark } from './highlight.ts';

export type FindBarProps = {
  ticketId: number;
  /** Where it begins; null: with nothing. */
  start: { text: string; messageId: string } | null;
  /** The part of the page that shows the messages. */
  within: RefObject<HTMLElement | null>;
  /** Shows a message or a note; `position` is its place, counted from the newest message. */
  onJump: (messageId: string, position?: number) => void;
  onClose: () => void;
};

/** Looks for a text in the whole conversation, its notes too: the newest place first, Enter goes on to older ones, Shift Enter back. */
export function FindBar({ ticketId, start, within, onJump, onClose }: FindBarProps) {
  const [text, setText] = useState(start?.text ?? '');
  const [from, setFrom] = useState<FindFrom>('all');
  const [at, setAt] = useState(0);
  /** The message to begin at, until the person goes on. */
  const [aim, setAim] = useState(start?.messageId ?? null);
  const wanted = useDebounced(text.trim(), 250);
  const { data, error, isFetching } = useFound(ticketId, wanted, from);
  const field = useRef<HTMLInputElement>(null);
  const before = useRef(document.activeElement);
  const close = () => {
    onClose();
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
  const found = wanted === '' ? [] : (data?.hits ?? []);
  const hits = found.map(({ kind, id, position }) => ({ id: placeId(kind, id), position }));
  const aimed = aim === null ? -1 : hits.findIndex(({ id }) => id === aim);
  const place = aimed >= 0 ? aimed : Math.min(at, hits.length - 1);
  const unlisted = aim !== null && data !== undefined && aimed < 0;
  const shown = unlisted ? undefined : hits[place];
  useEffect(() => field.current?.select(), []);
  useEffect(() => {
    if (unlisted) onJump(aim);
  }, [unlisted, aim, onJump]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at its newest place.
  useEffect(() => setAt(0), [wanted, from]);
  const jumped = useRef('');
  useEffect(() => {
    const key = shown ? `${wanted} ${shown.id}` : '';
    if (!shown || jumped.current === key) return;
    jumped.current = key;
    onJump(shown.id, shown.position);
  }, [shown, wanted, onJump]);

  useEffect(() => {
    const root = within.current;
    if (!root || wanted === '') return;
    let unmark = mark(root, wanted, shown?.id ?? null);
    let frame = 0;
    const again = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        unmark();
        unmark = mark(root, wanted, shown?.id ?? null);
      });
    };
    const watcher = new MutationObserver(again);
    watcher.observe(root, { childList: true, subtree: true, characterData: true });
    return () => {
      watcher.disconnect();
      cancelAnimationFrame(frame);
      unmark();
    };
  }, [within, wanted, shown?.id]);

  const step = (by: 1 | -1) => {
    setAim(null);
    if (hits.length > 0) setAt((place + by + hits.length) % hits.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={css.find} onKeyDown={onKeyDown}>
      <TextInput
        ref={field}
        className={css.field}
        size="sm"
        type="search"
        aria-label={t('Buscar nesta conversa')}
        placeholder={t('Buscar nesta conversa')}
        leftSection={<IconSearch size={16} />}
        rightSection={isFetching && wanted !== '' ? <Spinner size="xs" label={t('Buscando…')} /> : null}
        maxLength={200}
        value={text}
        onChange={(event) => {
          setAim(null);
          setText(event.currentTarget.value);
        }}
      />
      <span className={css.count} role="status">
        {error
          ? errorText(error)
          : wanted !== '' && data
            ? hits.length === 0
              ? t('Nada encontrado')
              : t('{{n}} de {{total}}', { n: place + 1, total: data.hasMore ? `${hits.length}+` : hits.length })
            : null}
      </span>
      <IconButton label={t('Anterior')} size="sm" disabled={hits.length < 2} onClick={() => step(1)}>
        <IconChevronUp size={18} />
      </IconButton>
      <IconButton label={t('Próxima')} size="sm" disabled={hits.length < 2} onClick={() => step(-1)}>
        <IconChevronDown size={18} />
      </IconButton>
      <Select
        className={css.from}
        size="xs"
        aria-label={t('De quem')}
        allowDeselect={false}
        data={[
          { value: 'all', label: t('De todos') },
          { value: 'customer', label: t('Do cliente') },
          { value: 'us', label: t('Da equipe') },
        ]}
        value={from}
        onChange={(value) => setFrom((value ?? 'all') as FindFrom)}
      />
      <IconButton label={t('Fechar busca')} size="sm" onClick={close}>
        <IconX size={18} />
      </IconButton>
    </search>
  );
}
