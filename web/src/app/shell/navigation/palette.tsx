import type { CommandId } from '@balcao/contract/command-rules';
import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { useBack } from '../../../platform/back.ts';
import { runCommand, useKeysOf } from '../../../platform/commands.ts';
import { t } from '../../../platform/i18n.ts';
import { takeTyped } from '../../../platform/typed-ahead.ts';
import { useFocusReturn } from '../../../ui/dialog/focus-return.ts';
import { Kbd } from '../../../ui/text/kbd.tsx';
import { Marked } from '../../../ui/text/marked.tsx';
import type { MenuGroup } from './menu-items.ts';
import css from './palette.module.css';
import { type Hit, useHits } from './palette-hits.tsx';
import { askedBy } from './palette-search.ts';

/** The command palette. It finds commands and pages at once, conversations and contacts from three letters on. */
export function Palette({ groups, onClose }: { groups: readonly MenuGroup[]; onClose: () => void }) {
  useFocusReturn();
  useBack(onClose);
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const asked = askedBy(text);
  const { groups: found, searching } = useHits(groups, asked);
  const hits = found.flatMap((group) => group.hits);
  const current = hits[Math.min(at, hits.length - 1)];
  const to = current?.to ?? null;
  const page = groups.flatMap(({ items }) => items).find((item) => item.to === to);
  useEffect(() => void page?.load().catch(() => undefined), [page]);
  const follow = (hit: Hit) => {
    // The palette gives the focus back when it is gone, and only then does the command run: it may put the focus elsewhere, and give it back later.
    flushSync(onClose);
    if (hit.to !== null) void navigate(hit.to, { state: hit.state });
    else window.setTimeout(() => runCommand(hit.command));
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && hits.length > 0) {
      event.preventDefault();
      const next = (Math.min(at, hits.length - 1) + step + hits.length) % hits.length;
      setAt(next);
      document.getElementById(`${id}-${hits[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault();
      follow(current);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      centered={false}
      yOffset="12dvh"
      attributes={{ content: { 'aria-label': t('Buscar ou ir para') } }}
    >
      <div className={css.field}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${current.id}` : undefined}
          aria-label={t('Buscar ou ir para')}
          placeholder={t('Comando, página, contato ou conversa')}
          value={text}
          // The first letters may be there before the field.
          onFocus={() => setText((before) => before + takeTyped())}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t('Resultados')} className={css.list}>
        {found.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <p className={css.title} aria-hidden>
              {group.title}
            </p>
            {group.hits.map((hit) => (
              <div key={hit.id} role="presentation" className={css.row}>
                <button
                  id={`${id}-${hit.id}`}
                  type="button"
                  role="option"
                  aria-selected={hit === current}
                  aria-label={[hit.label, hit.detail].filter(Boolean).join(' ')}
                  tabIndex={-1}
                  className={css.hit}
                  onClick={() => follow(hit)}
                  onMouseMove={() => setAt(hits.indexOf(hit))}
                >
                  <span className={css.icon}>{hit.icon}</span>
                  <span className={css.label}>
                    <Marked text={hit.label} wanted={asked.text} />
                  </span>
                  {hit.detail && (
                    <span className={css.detail}>
                      <Marked text={hit.detail} wanted={asked.text} />
                    </span>
                  )}
                </button>
                {/* Beside the option: its name is what is found. */}
                {hit.command && <KeysOf command={hit.command} />}
              </div>
            ))}
          </div>
        ))}
        {hits.length === 0 && (
          <p className={css.none}>
            {searching ? t('Buscando…') : t('Nada encontrado. Confira as letras ou busque por outra parte do nome.')}
          </p>
        )}
      </div>
      <div className={css.foot} aria-hidden>
        <Kbd keys="↑" /> <Kbd keys="↓" /> {t('escolher')} <Kbd keys="Enter" /> {t('abrir')}{' '}
        <span className={css.wide}>
          <Kbd keys=">" /> {t('só comandos')} <Kbd keys="#" /> {t('número')} <Kbd keys="@" /> {t('pessoa')}
        </span>
      </div>
    </Modal>
  );
}

function KeysOf({ command }: { command: CommandId }) {
  const keys = useKeysOf(command);
  return keys ? (
    <span className={css.keys} aria-hidden>
      <Kbd keys={keys} />
    </span>
  ) : null;
}
