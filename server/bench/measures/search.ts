import { adminToken, type Bench, tokenOf } from '../bench.ts';
import { openFloors } from '../floors.ts';
import { agent, numberOf, size, words } from '../seed.ts';

const target = { p99: 80, ratio: 0.6 };
const terms = {
  'a common name': words.commonName,
  'a rare name': words.name,
  'a whole number': numberOf(size.contacts / 8),
  'the start of all numbers': '551195',
  'a rare word': words.rare,
  'a common word': words.common,
  'two common words': 'bom dia',
  'two letters': 'an',
  nothing: 'zzzzqqq',
};

/** Search among tickets (contact name, number, message text) and contacts. */
export async function measureSearch(bench: Bench): Promise<void> {
  const floors = await openFloors(bench);
  const measure = (what: string, path: string, token: string) =>
    floors.measure(what, () => [{ method: 'GET', path, token }], { workers: 2, seconds: 1.5, target });
  for (const [who, token] of [
    ['admin', await adminToken()],
    ['agent', await tokenOf(agent)],
  ] as const) {
    for (const [what, term] of Object.entries(terms)) {
      await measure(`search of tickets, ${what}, ${who}`, `/tickets?pageNumber=1&searchParam=${encodeURIComponent(term)}`, token);
    }
  }
  const token = await adminToken();
  for (const [what, term] of Object.entries(terms)) {
    await measure(`search of contacts, ${what}`, `/contacts?pageNumber=1&searchParam=${encodeURIComponent(term)}`, token);
  }
  await floors.close();
}
