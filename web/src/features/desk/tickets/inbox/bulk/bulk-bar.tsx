import type { TicketMark } from '@balcao/contract/ticket-marks';
import type { TicketView } from '@balcao/contract/tickets';
import { Button } from '@mantine/core';
import {
  IconArrowsRightLeft,
  IconCheck,
  IconClockPause,
  IconHandGrab,
  IconMailbox,
  IconMailOpened,
  IconTag,
  IconX,
} from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { errorText } from '../../../../../platform/errors.ts';
import { t } from '../../../../../platform/i18n.ts';
import { lazyPart } from '../../../../../platform/lazy-part.ts';
import { showToast, toastLife } from '../../../../../platform/toast.ts';
import { IconButton } from '../../../../../ui/icon-button.tsx';
import { keepFocusNear } from '../../../../../ui/keep-focus-near.ts';
import { ProgressBar } from '../../../../../ui/marks/progress-bar.tsx';
import { useBulkActions } from './bulk-actions.ts';
import css from './bulk-bar.module.css';
import { type Outcome, runForAll } from './bulk-run.ts';

const SnoozeDialog = lazyPart(async () => ({ default: (await import('../snooze/snooze-dialog.tsx')).SnoozeDialog }));
const TransferDialog = lazyPart(async () => ({ default: (await import('../../dialogs/transfer-dialog.tsx')).TransferDialog }));
const BulkTagsDialog = lazyPart(async () => ({ default: (await import('./bulk-tags-dialog.tsx')).BulkTagsDialog }));

export type BulkBarProps = {
  tickets: readonly TicketView[];
  marks: ReadonlyMap<number, TicketMark>;
  onDone: () => void;
  onAll: (() => void) | null;
};

type Work = { done: number; of: number; label: string };

/** What can be done with several tickets at once, with progress, a result that names what failed, and undo. */
export function BulkBar({ tickets, marks, onDone, onAll }: BulkBarProps) {
  const actions = useBulkActions();
  const [work, setWork] = useState<Work | null>(null);
  const [dialog, setDialog] = useState<'snooze' | 'transfer' | 'tags' | null>(null);
  const stopped = useRef(false);
  const open = tickets.filter(({ status }) => status !== 'closed');
  const waiting = tickets.filter(({ status }) => status === 'pending');

  const run = async (label: string, among: readonly TicketView[], each: (ticket: TicketView) => Promise<unknown>, undo: Undo | null) => {
    stopped.current = false;
    setWork({ done: 0, of: among.length, label });
    const outcome = await runForAll(among, each, {
      onProgress: (done) => setWork({ done, of: among.length, label }),
      isStopped: () => stopped.current,
    });
    setWork(null);
    tellOutcome(label, outcome, undo && (() => void run(t('Desfazendo'), outcome.done, undo, null)));
    if (undo) onDone();
  };

  if (work) {
    return (
      <div ref={keepFocusNear} className={css.bar} role="status">
        <div className={css.progress}>
          <ProgressBar
            label={work.label}
            share={work.done / work.of}
            detail={t('{{done}} de {{all}}', { done: work.done, all: work.of })}
          />
        </div>
        <Button
          size="sm"
          variant="default"
          onClick={() => {
            stopped.current = true;
          }}
        >
          {t('Parar')}
        </Button>
      </div>
    );
  }
  return (
    <section ref={keepFocusNear} className={css.bar} data-folds aria-label={t('Ações em massa')}>
      <div className={css.head}>
        <IconButton label={t('Limpar a seleção')} keys="Esc" size="sm" onClick={onDone}>
          <IconX size={18} />
        </IconButton>
        <span className={css.count}>{t('{{count}} selecionadas', { count: tickets.length })}</span>
        {onAll && (
          <button type="button" className={css.all} onClick={onAll}>
            {t('Todas')}
          </button>
        )}
      </div>
      <div className={css.actions}>
        {waiting.length > 0 && (
          <IconButton label={t('Aceitar')} size="sm" onClick={() => void run(t('Aceitando'), waiting, actions.accept, actions.undo)}>
            <IconHandGrab size={18} />
          </IconButton>
        )}
        {open.length > 0 && (
          <>
            <IconButton label={t('Resolver')} size="sm" onClick={() => void run(t('Resolvendo'), open, actions.resolve, actions.undo)}>
              <IconCheck size={18} />
            </IconButton>
            <IconButton label={t('Adiar')} size="sm" onClick={() => setDialog('snooze')}>
              <IconClockPause size={18} />
            </IconButton>
            <IconButton label={t('Transferir')} size="sm" onClick={() => setDialog('transfer')}>
              <IconArrowsRightLeft size={18} />
            </IconButton>
          </>
        )}
        <IconButton label={t('Tags')} size="sm" onClick={() => setDialog('tags')}>
          <IconTag size={18} />
        </IconButton>
        <IconButton
          label={t('Marcar como não lida')}
          size="sm"
          onClick={() => void run(t('Marcando'), tickets, actions.unread(true), actions.unreadBack(marks))}
        >
          <IconMailbox size={18} />
        </IconButton>
        <IconButton
          label={t('Tirar de não lidas')}
          size="sm"
          onClick={() => void run(t('Marcando'), tickets, actions.unread(false), actions.unreadBack(marks))}
        >
          <IconMailOpened size={18} />
        </IconButton>
      </div>
      <Suspense>
        {dialog === 'snooze' && (
          <SnoozeDialog
            tickets={open}
            onClose={() => {
              setDialog(null);
              onDone();
            }}
          />
        )}
        {dialog === 'transfer' && (
          <TransferDialog
            ticket={null}
            title={t('Transferir {{count}} conversas', { count: open.length })}
            onClose={() => setDialog(null)}
            onTransfer={async (to) => {
              setDialog(null);
              void run(t('Transferindo'), open, actions.transfer(to), actions.undo);
              return true;
            }}
          />
        )}
        {dialog === 'tags' && (
          <BulkTagsDialog
            tickets={tickets}
            onClose={() => setDialog(null)}
            onSave={(change) => {
              setDialog(null);
              void run(t('Marcando com tags'), tickets, actions.tag(change), actions.tagsBack(tickets));
            }}
          />
        )}
      </Suspense>
    </section>
  );
}

type Undo = (ticket: TicketView) => Promise<unknown>;

function tellOutcome(label: string, { done, failed, left }: Outcome<TicketView>, undo: (() => void) | null): void {
  const names = failed.slice(0, 3).map(({ item, error }) => `#${item.number}: ${errorText(error)}`);
  const more = failed.length > 3 ? [t('e mais {{count}}', { count: failed.length - 3 })] : [];
  const stopped = left > 0 ? [t('{{count}} ficaram como estavam', { count: left })] : [];
  const text = [...names, ...more, ...stopped].join('\n');
  showToast({
    kind: failed.length > 0 ? 'warning' : 'success',
    title: `${label} · ${t('{{done}} de {{all}}', { done: done.length, all: done.length + failed.length + left })}`,
    ...(text ? { text } : {}),
    ...(undo && done.length > 0 ? { undo: true as const, actions: [{ label: t('Desfazer'), onClick: undo }] } : {}),
    lifeMs: failed.length > 0 ? toastLife.warning : toastLife.undo,
  });
}
