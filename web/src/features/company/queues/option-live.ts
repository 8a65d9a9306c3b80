// An open editor hears what others do to the options of its queue.
import type { QueueOptionView } from '@balcao/contract/queue-options';
import { useEffect } from 'react';
import { readOptions } from '../../../data/queues/queries.ts';
import { onResync, useLive } from '../../../platform/socket.ts';
import type { Options } from './option-store.ts';
import { rowsOf, treeOf } from './option-tree.ts';

/** Lets an open editor hear what others do to the menus of its queue, also what it missed while the line was broken. */
export function useLiveOptions(queueId: number | null, options: Options): void {
  useLive('queue-option', (menu) => {
    if (menu.queueId === queueId) options.hear(menu);
  });
  useEffect(() => {
    if (queueId === null) return;
    return onResync(() => void catchUp(queueId, options).catch(() => undefined));
  }, [queueId, options]);
}

async function catchUp(queueId: number, options: Options): Promise<void> {
  for (;;) {
    const calls = options.calls();
    const rows = await readOptions(queueId);
    // What was sent while they were read may be missing in them.
    if (calls !== null && calls === options.calls()) return hearAll(options, queueId, rows);
  }
}

/** All menus of a queue as they were read, parents first. */
export function hearAll(options: Options, queueId: number, rows: readonly QueueOptionView[]): void {
  const parents = [null, ...rowsOf(treeOf(rows)).map(({ node }) => node.id)];
  for (const parentId of parents) options.hear({ queueId, parentId, options: rows.filter((row) => row.parentId === parentId), at: null });
}
