// The keys that a person chose for the commands of the app.
import { z } from 'zod';
import { commandIds, firstKeysProblem } from './command-rules.ts';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

const keys = z.partialRecord(z.enum(commandIds), z.string().max(20).nullable());

export const shortcutsView = z.object({
  /** False: the person has switched the keys off; the palette and the list of keys still open. */
  used: z.boolean(),
  /** The commands with other keys than at first; null: with none. */
  keys,
});
export type ShortcutsView = z.output<typeof shortcutsView>;
c.named.add(shortcutsView, { id: 'Shortcuts' });

export const shortcutEndpoints = {
  chooseShortcuts: endpoint({
    route: 'PUT /v1/shortcuts',
    access: 'user',
    summary:
      'Chooses the keys of commands for the caller, in all their windows and devices; those left out get their first ones again. Refused where two commands would have the same keys, or the browser keeps them for itself.',
    body: z.object({
      used: z.boolean(),
      keys: keys.refine((chosen) => firstKeysProblem(chosen) === null, 'keys that cannot hold'),
    }),
    answer: shortcutsView,
  }),
};

export const shortcutEvents = {
  shortcuts: event({ channel: 'shortcuts', heardBy: 'The person themselves, in all their windows.', payload: shortcutsView }),
};
