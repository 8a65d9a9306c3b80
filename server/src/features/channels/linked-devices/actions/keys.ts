// The rows of a linked device's keys. Each write checks the lease, so a process that lost it can damage nothing.
import { type DeviceRows, stanzaCategory } from '../../../../gateways/whatsapp/web/keys/auth-state.ts';
import type { Ctx, Tx } from '../../../../platform/context.ts';
import { reading, transaction } from '../../../../platform/db/transaction.ts';
import { replayedForSeconds, replaysMax } from '../rules.ts';
import {
  dropKeys,
  dropStanzas,
  findCredentials,
  findKeys,
  findStanza,
  holdLease,
  keysOfCategory,
  removeKeys,
  saveCredentials,
  saveKeys,
  saveStanza,
  takeWaitingStanzas,
} from '../store.ts';

/** Another process runs the device now. */
export class LeaseLost extends Error {}

const addressBookMax = 20_000;

export function deviceRows(ctx: Ctx, connectionId: number, epoch: number): DeviceRows {
  const { secrets } = ctx;
  const seal = (text: string) => secrets.encrypt(text);
  const write = <T>(work: (ctx: Tx) => Promise<T>) =>
    transaction(ctx, async (ctx) => {
      if (!(await holdLease(ctx, connectionId, epoch))) throw new LeaseLost(`connection ${connectionId}`);
      return work(ctx);
    });

  return {
    async credentials() {
      const sealed = await reading(ctx, (ctx) => findCredentials(ctx, connectionId));
      return sealed && secrets.decrypt(sealed);
    },
    saveCredentials: (text) => write((ctx) => saveCredentials(ctx, connectionId, seal(text))),
    async find(category, ids) {
      if (category === stanzaCategory) {
        const found = new Map<string, string>();
        await reading(ctx, async (ctx) => {
          for (const id of ids) {
            const sealed = await findStanza(ctx, connectionId, 'in', id);
            if (sealed) found.set(id, secrets.decrypt(sealed));
          }
        });
        return found;
      }
      const rows = await reading(ctx, (ctx) => findKeys(ctx, connectionId, category, ids));
      return new Map(rows.map(({ id, value }) => [id, secrets.decrypt(value)]));
    },
    save: (changes) =>
      write(async (ctx) => {
        const keys = changes.filter(({ category }) => category !== stanzaCategory);
        await dropKeys(
          ctx,
          connectionId,
          keys.filter(({ value }) => value === null),
        );
        await saveKeys(
          ctx,
          connectionId,
          keys.flatMap(({ category, id, value }) => (value === null ? [] : [{ category, id, value: seal(value) }])),
        );
        for (const { category, id, value } of changes) {
          if (category === stanzaCategory && value !== null)
            await saveStanza(ctx, connectionId, { direction: 'in', id, content: seal(value) });
        }
      }),
    async waiting() {
      const limits = { max: replaysMax, seconds: replayedForSeconds };
      const { contents, stuck } = await write((ctx) => takeWaitingStanzas(ctx, connectionId, limits));
      if (stuck > 0) ctx.log.warn({ connectionId, stanzas: stuck }, 'several logins did not settle these stanzas; they will be left out');
      return contents.map((sealed) => secrets.decrypt(sealed));
    },
    settled: (ids) => write((ctx) => dropStanzas(ctx, connectionId, ids)),
    async sent(id) {
      const sealed = await reading(ctx, (ctx) => findStanza(ctx, connectionId, 'out', id));
      return sealed && secrets.decrypt(sealed);
    },
    saveSent: (id, content) => write((ctx) => saveStanza(ctx, connectionId, { direction: 'out', id, content: seal(content) })),
    async all(category) {
      const rows = await reading(ctx, (ctx) => keysOfCategory(ctx, connectionId, category, addressBookMax));
      return rows.map(({ value }) => secrets.decrypt(value));
    },
    forget: () => write((ctx) => removeKeys(ctx, connectionId)),
  };
}
