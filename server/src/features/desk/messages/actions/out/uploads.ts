// A file that goes to many people is uploaded once for each connection. The provider keeps it for some weeks, under an id of its own.
import type { Ctx } from '../../../../../platform/context.ts';
import { retryDuringOutage } from '../../../../../platform/db/retry-during-outage.ts';
import { reading, transaction } from '../../../../../platform/db/transaction.ts';
import { uploadKeptMs } from '../../rules/delivery.ts';
import { findUpload, saveUpload } from '../../store/uploads.ts';

/** `isOld`: from an earlier run, so the provider may have forgotten it. */
export type Upload = { id: string; isOld: boolean };

/** The uploads of one run of an outbox. Whoever asks for a file that is being uploaded gets the same promise. */
export type Uploads = {
  /** What the file `key` is known by. Rejects with the `SendFailure` of `upload`. */
  of(key: string, upload: () => Promise<string>): Promise<Upload>;
  /** The same, after the provider did not know the one that was found. */
  instead(unknown: Promise<Upload>, key: string, upload: () => Promise<string>): Promise<Upload>;
};

/** For one run at a time of the outbox of a connection. */
export function uploadsOf(ctx: Ctx, connectionId: number): Uploads {
  const known = new Map<string, Promise<Upload>>();
  const stored = <T>(work: () => Promise<T>) => retryDuringOutage(ctx.log, work);

  async function find(key: string): Promise<Upload | null> {
    const id = await stored(() => reading(ctx, (ctx) => findUpload(ctx, connectionId, key, ctx.now())));
    return id === null ? null : { id, isOld: true };
  }

  async function make(key: string, upload: () => Promise<string>): Promise<Upload> {
    const forgottenAt = new Date(ctx.now().getTime() + uploadKeptMs);
    const id = await upload();
    await stored(() => transaction(ctx, (ctx) => saveUpload(ctx, connectionId, { key, id, forgottenAt, now: ctx.now() })));
    return { id, isOld: false };
  }

  /** A failure concerns those who waited for it; the next message tries again. */
  function keep(key: string, made: Promise<Upload>): Promise<Upload> {
    known.set(key, made);
    made.catch(() => known.get(key) === made && known.delete(key));
    return made;
  }

  return {
    of: (key, upload) =>
      known.get(key) ??
      keep(
        key,
        find(key).then((found) => found ?? make(key, upload)),
      ),
    instead(unknown, key, upload) {
      const found = known.get(key);
      return found && found !== unknown ? found : keep(key, make(key, upload));
    },
  };
}
