// An open editor hears what others do to the options of its queue.
import type { QueueOptionView } from '@balcao/contract/queue-options';
import { useEffect } from 'react';
import { readOptions } from '../../../../data/queues/queries.ts';
import { onResync, useLive } from '../../../../platform/socket.ts';
import { untilDone } from '../../../../platform/until-done.ts';
import type { Options } from './option-store.ts';
import { rowsOf, treeOf } from './option-tree.ts';

/** Gives an open editor the changes others make to the menus of its queue, including those missed while the socket was down. */
export function useLiveOptions(queueId: number | null, options: Options): void {
  useLive('queue-option', (menu) => {
    if (menu.queueId === queueId) options.hear(menu);
  });
  useEffect(() => {
    if (queueId === null) return;
    let end = () => {};
    const stop = onResync(() => {
      end();
      end = untilDone(() => catchUp(queueId, options));
    });
    return () => {
      stop();
      end();
    };
  }, [queueId, options]);
}

async function catchUp(queueId: number, options: Options): Promise<boolean> {
  const changes = options.changes();
  const rows = await readOptions(queueId);
  // They may lack what was sent or heard while they were read.
  if (changes === null || changes !== options.changes()) return false;
  hearAll(options, queueId, rows);
  return true;
}

/** Passes all menus of a queue to the editor, parents first. */
export function hearAll(options: Options, queueId: number, rows: readonly QueueOptionView[]): void {
  const parents = [null, ...rowsOf(treeOf(rows)).map(({ node }) => node.id)];
  for (const parentId of parents) options.hear({ queueId, parentId, options: rows.filter((row) => row.parentId === parentId), at: null });
}
