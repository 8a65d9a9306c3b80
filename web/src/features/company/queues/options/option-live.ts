// An open editor hears what others do to the options of its queue.
import type { QueueOptionView } from '@balcao/contract/queue-options';
import { useEffect } from 'react';
import { readOptions } from '../../../../data/queues/queries.ts';
import { onResync, useLive } from '../../../../platform/socket.ts';
import type { Options } from './option-store.ts';
import { rowsOf, treeOf } from './option-tree.ts';

/** Gives an open editor the changes others make to the menus of its queue, including those missed while the socket was down. */
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
    // They may lack what was sent while they were read.
    if (calls !== null && calls === options.calls()) return hearAll(options, queueId, rows);
  }
}

/** Passes all menus of a queue to the editor, parents first. */
export function hearAll(options: Options, queueId: number, rows: readonly QueueOptionView[]): void {
  const parents = [null, ...rowsOf(treeOf(rows)).map(({ node }) => node.id)];
  for (const parentId of parents) options.hear({ queueId, parentId, options: rows.filter((row) => row.parentId === parentId), at: null });
}
