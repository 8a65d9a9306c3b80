import { expect, test } from 'vitest';
import { rareChannels } from './live.ts';
import { rareNouns } from './rare-live.ts';

test('the handlers that are loaded later are loaded by the news they wait for', () => {
  expect([...new Set(rareNouns.flatMap((noun) => Object.keys(noun)))].sort()).toEqual([...rareChannels].sort());
});
