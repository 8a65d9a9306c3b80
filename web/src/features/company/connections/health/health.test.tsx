import type { GapView } from '@balcao/contract/connection-health';
import { healthReasons } from '@balcao/contract/connection-health-rules';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Meter } from '../../../../data/connections/queries.ts';
import { connection } from '../../../../data/connections/test-connections.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { GapReport } from './gap-report.tsx';
import { HealthCell } from './health-meter.tsx';
import { HealthSummary } from './health-summary.tsx';
import { gapLength, gapResult, gapTime, marksOf, meterDetail, whySentence } from './health-text.ts';
import { StatusTimeline } from './status-timeline.tsx';

const meter = (change: Partial<Meter> = {}): Meter => ({
  level: 'good',
  score: 100,
  why: [],
  newChatsToday: 3,
  newChatsLimit: null,
  sentToday: 1840,
  failedToday: 2,
  restrictedUntil: null,
  answersRestrictedUntil: null,
  pausedUntil: null,
  ...change,
});
const gap = (change: Partial<GapView> = {}): GapView => ({
  id: 7,
  from: '2026-11-21T12:00:00.000Z',
  to: '2026-11-21T12:26:00.000Z',
  reason: 'network',
  recovered: 12,
  undecryptable: 0,
  incomplete: false,
  state: 'closed',
  checkedAt: '2026-11-21T12:30:00.000Z',
  ...change,
});

test('every reason has a sentence of its own', () => {
  expect(new Set(healthReasons.map((why) => whySentence(why, meter({ answersRestrictedUntil: '2026-11-21T18:30:00.000Z' })))).size).toBe(
    healthReasons.length,
  );
});

test('a score fills one to five marks', () => {
  expect([0, 20, 21, 80, 100].map(marksOf)).toEqual([1, 1, 2, 4, 5]);
});

test('beside the level stands what went out, or until when it lasts', () => {
  expect(meterDetail(meter())).toBe('1.840 enviadas hoje');
  expect(meterDetail(meter({ sentToday: 0 }))).toBe('Nada enviado hoje');
  expect(meterDetail(meter({ level: 'paused', pausedUntil: '2026-11-21T18:30:00.000Z' }))).toMatch(/^até \d{2}\/11\/26 \d{2}:30$/);
});

test('a time away says when, how long and what came of it', () => {
  expect(gapTime(gap())).toMatch(/^\d{2}\/11\/26 \d{2}:00 – \d{2}:26$/);
  expect(gapTime(gap({ to: null }))).toMatch(/^desde /);
  expect(gapLength(gap())).toBe('26 min');
  expect(gapLength(gap({ to: '2026-11-26T12:00:00.000Z' }))).toBe('5 dias');
  expect(gapResult(gap({ recovered: 1 }))).toBe('1 mensagem recuperada.');
  expect(gapResult(gap({ undecryptable: 2 }))).toBe('12 mensagens recuperadas. Em 2 delas falta o conteúdo.');
  expect(gapResult(gap({ recovered: 0 }))).toBe('Nada chegou enquanto isso.');
});

test('a pause can be ended', () => {
  const onResume = vi.fn();
  renderUi(
    <HealthSummary
      meter={meter({ level: 'paused', why: ['refused'], pausedUntil: '2026-11-21T18:30:00.000Z' })}
      resuming={false}
      onResume={onResume}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Retomar' }));
  expect(onResume).toHaveBeenCalled();
});

test('a restriction says until when and offers nothing', () => {
  const restricted = meter({
    level: 'restricted',
    score: 0,
    why: ['restricted'],
    restrictedUntil: '2026-11-21T18:30:00.000Z',
    newChatsLimit: 40,
  });
  renderUi(<HealthSummary meter={restricted} resuming={false} onResume={vi.fn()} />);
  expect(screen.getByText(/não deixa este número iniciar conversas até/)).toBeShown();
  expect(screen.getByText('Limite do WhatsApp').nextElementSibling?.textContent).toBe('40');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a number that may neither begin conversations nor answer is not said to answer', () => {
  const restricted = meter({
    level: 'restricted',
    why: ['restricted', 'answers_restricted'],
    restrictedUntil: '2026-11-21T18:30:00.000Z',
    answersRestrictedUntil: '2026-11-23T18:30:00.000Z',
    pausedUntil: '2026-11-21T19:30:00.000Z',
  });
  renderUi(<HealthSummary meter={restricted} resuming={false} onResume={vi.fn()} />);
  expect(screen.getByText(/iniciar conversas até 21\/11\/2026 \d\d:30\.$/)).toBeShown();
  expect(screen.getByText(/responder a quem escreve até 23\/11\/2026/)).toBeShown();
  expect(screen.queryByText(/continua possível|Respostas saem normalmente/)).toBeNull();
  expect(meterDetail(restricted)).toMatch(/^até 23\/11\/26/);
});

test('what may be missing is said, and can be looked for again', () => {
  const onRecheck = vi.fn();
  renderUi(
    <GapReport
      channel="whatsapp_web"
      gaps={[gap({ incomplete: true }), gap({ id: 8, to: null, state: 'open' })]}
      busy={null}
      onRecheck={onRecheck}
    />,
  );
  const [closed, open] = screen.getAllByRole('listitem');
  if (!closed || !open) throw new Error('two gaps were given');
  expect(within(closed).getByText(/por 14 dias/)).toBeShown();
  fireEvent.click(within(closed).getByRole('button', { name: /Conferir de novo/ }));
  expect(onRecheck).toHaveBeenCalledWith(7);
  expect(within(open).queryByRole('button')).toBeNull();
});

test('nothing is looked for while there is no phone to ask', () => {
  renderUi(<GapReport channel="whatsapp_web" gaps={[gap({ incomplete: true })]} busy={null} onRecheck={null} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('the cell names the level and opens the rest', () => {
  const onOpen = vi.fn();
  renderUi(<HealthCell connection={connection({ number: '5548905550142' })} meter={meter()} onOpen={onOpen} />);
  fireEvent.click(screen.getByRole('button', { name: 'Saúde de Loja Centro: Boa 1.840 enviadas hoje' }));
  expect(onOpen).toHaveBeenCalled();
});

test('a number that never was connected is not called good', () => {
  renderUi(<HealthCell connection={connection({ number: null })} meter={meter()} onOpen={vi.fn()} />);
  expect(screen.getByRole('button', { name: 'Saúde de Loja Centro: Sem histórico' })).toBeShown();
});

test('the timeline shows the latest first, and all of it on wish', () => {
  const entries = Array.from({ length: 12 }, (_, n) => ({
    id: 12 - n,
    at: '2026-11-21T12:00:00.000Z',
    status: 'DISCONNECTED' as const,
    reason: n === 0 ? 'logged_out' : null,
  }));
  renderUi(<StatusTimeline channel="whatsapp_web" entries={entries} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(8);
  expect(screen.getByText(/A sessão foi encerrada no celular/)).toBeShown();
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar todas' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(12);
});
