import type { BotConfig, BotQueue } from '@balcao/contract/chatbot-rules';
import type { ScheduleEntry } from '@balcao/contract/schedule-rules';
import { expect, test } from 'vitest';
import { isSilentWhenClosed, play, type Script, tapsTo, withClock } from './preview.ts';

const queue = (id: number, name: string, more: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name,
  greetingMessage: '',
  outOfHoursMessage: '',
  schedules: [],
  hasMedia: false,
  hasAssistant: false,
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
  ).lines.map((line) =>
    line.from === 'note' ? `(${line.note})` : line.from === 'clock' ? '' : 'file' in line ? `[${line.file}]` : line.text,
  );

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

const closedText = 'Fechado.\n\n*[ # ]* - Voltar ao Menu Principal';
const mondays: ScheduleEntry[] = [{ weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }];
// A Monday, by the clocks of São Paulo.
const monday = (clock: string) => ({ at: new Date(`2026-11-16T${clock}:00-03:00`) });

test('the hours can be looked at open and closed', () => {
  const closed = withClock(script(), 'closed');
  expect(texts(closed)).toEqual(['2', closedText]);
  expect(texts(withClock(closed, 'open'))).toHaveLength(3);
});

test('at a moment, the hours of the queue and the holidays of the company decide', () => {
  const working = script({ queues: [queue(7, 'Vendas'), { ...support, schedules: mondays }] });
  expect(texts(withClock(working, monday('10:00')))).toHaveLength(3);
  expect(texts(withClock(working, monday('19:00')))).toEqual(['2', closedText]);
  const feast = { ...working, config: { ...working.config, holidays: [{ date: '2026-11-16' }] } };
  expect(texts(withClock(feast, monday('10:00')))).toEqual(['2', closedText]);
});

test('the hours of the company say what the connection says', () => {
  const company = script({ scheduleType: 'company', companySchedules: mondays, outOfHoursMessage: 'A loja abre às 8h.' });
  expect(texts(withClock(company, monday('07:00')))).toEqual(['2', 'A loja abre às 8h.']);
  expect(texts(withClock(company, monday('09:00')))).toHaveLength(3);
  expect(isSilentWhenClosed(company)).toBe(false);
  expect(isSilentWhenClosed(script({ scheduleType: 'company' }))).toBe(true);
});

test('the limits of the connection hold, and time goes by', () => {
  const menu = 'Oi, Helena!\n\n*[ 1 ]* - Entrega\n*[ # ]* - Menu inicial';
  const invalid = 'Opção inválida, por favor, escolha uma opção válida.';
  expect(texts(script({ maxUseBotQueues: 1 }), '9', '9').slice(3)).toEqual(['9', invalid, menu, '9', '(held)']);
  const happenings = [{ text: '9', choice: null }, { text: '9', choice: null }, { minutes: 5 }, { text: '9', choice: null }];
  const { lines } = play(script({ timeUseBotQueues: 5 }), happenings);
  expect(lines.slice(3).map((line) => ('note' in line ? line.note : line.from))).toEqual([
    'customer',
    'bot',
    'bot',
    'customer',
    'held',
    'clock',
    'customer',
    'bot',
    'bot',
  ]);
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
