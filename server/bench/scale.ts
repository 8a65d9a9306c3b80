// How much data the measured installation has, told by `--scale`. What is active stays as it is: the same people at work, with a longer or
// shorter past.
export const scales = [0.1, 1, 5] as const;
export type Scale = (typeof scales)[number];

const at = process.argv.indexOf('--scale');
const told = at === -1 ? '1' : (process.argv[at + 1] ?? '');

/** Of this run. */
export const scale: Scale = scales.find((each) => String(each) === told) ?? fail();

function fail(): never {
  throw new Error(`--scale ${told}: there are ${scales.join(', ')}`);
}
