import type { BotConfig, BotQueue } from '@balcao/contract/chatbot-rules';
import { expect, test } from 'vitest';
import { play, type Script, tapsTo, withClock } from './preview.ts';

const queue = (id: number, name: string, more: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name,
  greetingMessage: '',
  outOfHoursMessage: '',
  schedules: [],
  hasMedia: false,
  options: [],
  ...more,
});
const support = queue(8, 'Suporte', {
  greetingMessage: 'Oi, {{firstName}}!',
  outOfHoursMessage: 'Fechado.',
  hasMedia: true,
  options: [{ id: -1, title: 'Entrega', message: 'São 5 dias.', hasMedia: false, options: [] }],
});
const config: BotConfig = {
  greetingMessage: 'Bem-vindo!',
  outOfHoursMessage: '',
  queues: [queue(7, 'Vendas'), support],
  elsewhere: null,
  maxUseBotQueues: 0,
  timeUseBotQueues: 0,
  greetWithOneQueue: false,
  menuStyle: 'text',
  scheduleType: 'queue',
  companySchedules: [],
  holidays: [],
  timeZone: 'America/Sao_Paulo',
};
const script = (change: Partial<BotConfig> = {}): Script => ({
  config: { ...config, ...change },
  queueId: 8,
  begins: 'chosen',
  files: new Map([['queue 8', 'catálogo.pdf']]),
  about: { contactName: 'Helena Prado', protocol: '482', at: new Date('2026-11-16T15:00:00Z'), timeZone: 'America/Sao_Paulo' },
});
const texts = (of: Script, ...said: string[]) =>
  play(
    of,
    said.map((text) => ({ text, choice: null })),
  ).lines.map((line) => (line.from === 'note' ? `(${line.note})` : 'file' in line ? `[${line.file}]` : line.text));

test('begins in the queue that is edited, with its file and its variables filled in', () => {
  expect(texts(script())).toEqual(['2', '[catálogo.pdf]', 'Oi, Helena!\n\n*[ 1 ]* - Entrega\n*[ # ]* - Menu inicial']);
});

test('answers numbers, # and 0, and ends with a person', () => {
  expect(texts(script(), '1').slice(3)).toEqual(['1', 'São 5 dias.', '(waiting)']);
  expect(texts(script(), '#').slice(3)).toEqual(['#', 'Bem-vindo!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte']);
  expect(texts(script(), '1', 'obrigada').slice(6)).toEqual(['obrigada', '(waiting)']);
});

test('a connection with this queue alone begins by itself', () => {
  const alone = (only: BotQueue): Script => ({ ...script({ queues: [only] }), begins: 'alone' });
  expect(texts(alone(support)).slice(0, 2)).toEqual(['Olá!', '[catálogo.pdf]']);
  expect(texts(alone(queue(8, 'Suporte')))).toEqual(['Olá!', '(waiting)']);
});

test('the hours can be looked at open and closed', () => {
  const closed = { ...script(), config: withClock(config, 'closed') };
  expect(texts(closed)).toEqual(['2', 'Fechado.\n\n*[ # ]* - Voltar ao Menu Principal']);
  const never = { ...config, queues: closed.config.queues };
  expect(texts({ ...script(), config: withClock(never, 'open') })).toHaveLength(3);
  expect(withClock(never, 'now')).toBe(never);
});

test('lists and buttons go below the words, which are filled in too', () => {
  const { lines } = play(script({ menuStyle: 'list' }), []);
  expect(lines.at(-1)).toMatchObject({ choices: { prompt: 'Oi, Helena!', rows: [{ id: 'option:-1' }, { id: '#' }] } });
});

test('taps lead to an option', () => {
  const { lines, state } = play(script(), tapsTo([{ id: -1, number: 1 }]));
  expect(lines.at(-2)).toMatchObject({ text: 'São 5 dias.' });
  expect(state.at).toBe('waiting');
});
