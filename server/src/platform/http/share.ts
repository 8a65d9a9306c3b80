// One company's requests, however many and however slow, leave room for those of the others.
import { AppError } from '../errors.ts';
import { limitEach } from '../limit.ts';

/** A request's place among those of its company. */
export type Place = {
  /** The place is taken until this has ended, too: what is asked goes on where the caller does not wait for it. */
  keepUntil(work: Promise<unknown>): void;
};

/** Waits for a place of the company. It is taken until the answer has left or its caller is gone. ERR_COMPANY_BUSY. */
export type Admit = (companyId: number, answer: { once(event: 'close', listener: () => void): unknown; closed: boolean }) => Promise<Place>;

const waitingMax = 1_000;

/** At most `most` requests of a company are open at once in this process. Others wait a moment before anything of their body is read. */
export function admitRequests(most: number, waitMs = 5_000): Admit {
  const limited = limitEach<number>(most, { waitMs, waitingMax, tooLong: () => new AppError('ERR_COMPANY_BUSY') });
  return (companyId, answer) =>
    new Promise((admitted, refused) => {
      limited(companyId, async () => {
        const works: Promise<unknown>[] = [];
        admitted({ keepUntil: (work) => void works.push(work) });
        if (!answer.closed) await new Promise<void>((left) => answer.once('close', left));
        await Promise.allSettled(works);
      }).catch(refused);
    });
}
