/**
 * Why a call had no answer. `bad_address`: it is no http address; `private_address`: it leads into a private network; `too_large`: the
 * answer is larger than was allowed; `redirected`: to where the call may not follow.
 */
export type OutsideReason = 'bad_address' | 'private_address' | 'unreachable' | 'timeout' | 'too_large' | 'redirected';

/** A call to an address that a company chose had no answer. `message` is for people who know the technique: a code or an address. */
export class OutsideFailure extends Error {
  constructor(
    readonly reason: OutsideReason,
    detail: string,
  ) {
    super(detail);
  }
}
