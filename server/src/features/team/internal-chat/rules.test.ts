import { expect, test } from 'vitest';
import { lastMessageText, nextOwner } from './rules.ts';

test('the list shows who wrote last, and how it begins', () => {
  expect(lastMessageText('Ana', ' Bom\n dia ', [])).toBe('Ana: Bom dia');
  expect(lastMessageText('Ana', '', ['tabela.pdf', 'b.png'])).toBe('Ana: tabela.pdf');
  const long = lastMessageText('Ana', '👍'.repeat(300), []);
  expect([...long]).toHaveLength(200);
  expect(long.endsWith('👍…')).toBe(true);
});

test('a chat whose owner has gone is owned by who has been there longest', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const members = [
    { user_id: 1, joined_at: at(0) },
    { user_id: 3, joined_at: at(1) },
    { user_id: 2, joined_at: at(1) },
    { user_id: 4, joined_at: at(2) },
  ];
  expect(nextOwner(members, 1)).toBe(2);
  expect(nextOwner(members, 3)).toBe(1);
  expect(nextOwner([{ user_id: 1, joined_at: at(0) }], 1)).toBe(null);
});
