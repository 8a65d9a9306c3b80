import { describe, expect, test } from 'vitest';
import { type AssistantTurn, assistantOf, monthOf } from './rules.ts';

const now = new Date('2026-03-10T15:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const none = { promptId: null, integrationId: null };
const prompt = (promptId: number) => ({ promptId, integrationId: null });
const turn: AssistantTurn = {
  answering: false,
  own: none,
  ofQueue: none,
  ofConnection: none,
  allowed: { prompts: true, integrations: true },
  personAt: null,
  queuedAt: minutesAgo(10),
  resumeMinutes: 0,
};
const of = (more: Partial<AssistantTurn>) => assistantOf({ ...turn, ...more }, now);

describe('which assistant answers', () => {
  test("none where none is chosen; the queue's before the connection's; an integration before a prompt", () => {
    expect(of({})).toBeNull();
    expect(of({ ofConnection: prompt(2) })).toEqual({ kind: 'prompt', id: 2 });
    expect(of({ ofQueue: prompt(1), ofConnection: prompt(2) })).toEqual({ kind: 'prompt', id: 1 });
    expect(of({ ofQueue: { promptId: 1, integrationId: 3 } })).toEqual({ kind: 'integration', id: 3 });
  });

  test('only what the plan has', () => {
    const both = { promptId: 1, integrationId: 3 };
    expect(of({ ofQueue: both, allowed: { prompts: true, integrations: false } })).toEqual({ kind: 'prompt', id: 1 });
    expect(of({ ofQueue: both, allowed: { prompts: false, integrations: false } })).toBeNull();
    expect(of({ answering: true, own: prompt(1), allowed: { prompts: false, integrations: true } })).toBeNull();
  });

  test('the one that answers goes on, whatever else is chosen meanwhile', () => {
    expect(of({ answering: true, own: prompt(5), ofQueue: prompt(1) })).toEqual({ kind: 'prompt', id: 5 });
    expect(of({ answering: true, own: none, ofQueue: prompt(1) })).toEqual({ kind: 'prompt', id: 1 });
  });

  test('it is silent once it handed over or was stopped', () => {
    expect(of({ own: prompt(1), ofQueue: prompt(1), ofConnection: prompt(2) })).toBeNull();
  });

  test('it is silent once a person wrote, until the minutes that are set are over', () => {
    const written = { own: prompt(1), ofQueue: prompt(1), personAt: minutesAgo(5) };
    expect(of(written)).toBeNull();
    expect(of({ ...written, resumeMinutes: 6 })).toBeNull();
    expect(of({ ...written, resumeMinutes: 5 })).toEqual({ kind: 'prompt', id: 1 });
    expect(of({ ...written, own: none })).toBeNull();
  });

  test("in a queue that a person chose, only that queue's own answers", () => {
    const moved = { personAt: minutesAgo(10), queuedAt: minutesAgo(10), ofConnection: prompt(2) };
    expect(of(moved)).toBeNull();
    expect(of({ ...moved, ofQueue: prompt(1) })).toEqual({ kind: 'prompt', id: 1 });
  });
});

test('the month of the budget is that of the company’s clock', () => {
  const at = new Date('2026-04-01T02:30:00Z');
  expect(['America/Sao_Paulo', 'UTC', 'Asia/Tokyo'].map((timeZone) => monthOf(at, timeZone))).toEqual([
    '2026-03-01',
    '2026-04-01',
    '2026-04-01',
  ]);
});
