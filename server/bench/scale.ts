// How much data the measured installation has, told by `--scale`. What is active stays as it is: the same people at work, with a longer or
// shorter past.
import { parseArgs } from 'node:util';

export const scales = [0.1, 1, 5] as const;
export type Scale = (typeof scales)[number];

const { scale: told } = parseArgs({ options: { scale: { type: 'string', default: '1' } }, strict: false }).values;

/** Of this run. */
export const scale: Scale = scales.find((each) => String(each) === told) ?? fail();

function fail(): never {
  console.error(`--scale ${told}: there are ${scales.join(', ')}.`);
  process.exit(1);
}
