/** How many recovery codes somebody gets. */
export const recoveryCodes = 10;

/** Is this a code of an app, rather than a recovery code? */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** Does a code of this step of time count? None counts twice, nor one that is older than one that was used. */
export function isFresh(step: number | null, lastStep: number): step is number {
  return step !== null && step > lastStep;
}
