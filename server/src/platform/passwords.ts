import { randomInt } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';

let cost: Options = {};

/** From now on passwords are hashed quickly and weakly: for tests, which sign in thousands of times. */
export function hashWeakly(): void {
  cost = { memoryCost: 8, timeCost: 1 };
}

// A hash that no user has. Checking against it takes as long as checking a real one.
let decoy: Promise<string> | null = null;

/** argon2id with the library's defaults: about 50 ms of one core, so never call it in a transaction that locks rows. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Is this the password? Without a hash the answer is no, after the same time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash('nobody', cost);
  const same = await verify(passwordHash ?? (await decoy), password);
  return same && passwordHash !== null;
}

/** A random code that can be typed: two groups of four capitals and digits without look-alikes, 39 bits. */
export function readableCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return `${group()}-${group()}`;
}

/** A random password that can be read aloud: four groups of four characters without look-alikes, 79 bits. */
export function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
