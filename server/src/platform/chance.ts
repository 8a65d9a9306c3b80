// The only source of chance for everything above: what happens at random, and ids that nobody can guess.
import { randomUUID } from 'node:crypto';

/** From 0 up to, but not including, 1. */
export function chance(): number {
  return Math.random();
}

/** A new UUID, version 4. */
export function newId(): string {
  return randomUUID();
}
