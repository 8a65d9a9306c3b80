import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BotConfig,
  type BotEffect,
  type BotOption,
  type BotQueue,
  type BotState,
  botSendsMax,
  botStart,
  hearsNothing,
  isAsking,
  step,
} from './chatbot-rules.ts';

const option = (id: number, title: string, more: Partial<BotOption> = {}): BotOption => ({
  id,
  title,
  message: '',
  hasMedia: false,
  options: [],
  ...more,
});
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
const config = (more: Partial<BotConfig> = {}): BotConfig => ({
  greetingMessage: 'Olá!',
  outOfHoursMessage: '',
  queues: [],
  elsewhere: null,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
  greetWithOneQueue: false,
  menuStyle: 'text',
  scheduleType: 'disabled',
  companySchedules: [],
  holidays: [],
  timeZone: 'America/Sao_Paulo',
  ...more,
});

const sales = queue(7, 'Vendas', { greetingMessage: 'Vendas aqui.' });
const support = queue(8, 'Suporte', {
  greetingMessage: 'Em que ajudamos?',
  options: [
    option(81, 'Entrega', {
      message: 'Sobre a entrega:',
      options: [option(811, 'Prazo', { message: 'São 5 dias.' }), option(812, 'Atraso', { message: 'Vamos ver.', hasMedia: true })],
    }),
    option(82, 'Outro assunto', { message: 'Já vamos atender.' }),
  ],
});
const shop = config({ queues: [sales, support] });
const queueMenu = 'Olá!\n\n*[ 1 ]* - Vendas\n*[ 2 ]* - Suporte';
const supportMenu = 'Em que ajudamos?\n\n*[ 1 ]* - Entrega\n*[ 2 ]* - Outro assunto\n*[ # ]* - Menu inicial';
const deliveryMenu = 'Sobre a entrega:\n\n*[ 1 ]* - Prazo\n*[ 2 ]* - Atraso\n*[ 0 ]* - Menu anterior\n*[ # ]* - Menu inicial';
const invalid = 'Opção inválida, por favor, escolha uma opção válida.';

// A Monday, 15:00 in São Paulo.
const noon = Date.parse('2026-11-16T18:00:00Z');
const always = [{ weekdayEn: 'monday', startTime: '00:00', endTime: '00:00' }] as const;

/** Plays a conversation, a minute between two lines unless said otherwise; a tap is written as `tap id`. */
function talk(bot: BotConfig, lines: string[], { from = botStart, pauseMs = 60_000 }: { from?: BotState; pauseMs?: number } = {}) {
  let state = from;
  const turns: string[][] = [];
  const effects: BotEffect[] = [];
  for (const [index, line] of lines.entries()) {
    const heard = line.startsWith('tap ') ? { text: 'o título', choice: line.slice(4) } : { text: line, choice: null };
    const turn = step(bot, state, heard, new Date(noon + index * pauseMs));
    state = turn.state;
    effects.push(...turn.effects);
    turns.push(
      turn.effects.map((effect) =>
        effect.do === 'say' ? effect.text : effect.do === 'sendMedia' ? `media ${effect.of} ${effect.id}` : `queue ${effect.queueId}`,
      ),
    );
  }
  return { state, turns, effects, last: turns.at(-1) };
}

describe('a connection without queues', () => {
  test('greets once in an attendance', () => {
    expect(talk(config(), ['oi', 'tem alguém?', '#', '0', '1']).turns).toEqual([['Olá!'], [], [], [], []]);
  });
  test('without a greeting says nothing', () => {
    expect(talk(config({ greetingMessage: ' ' }), ['oi']).turns).toEqual([[]]);
  });
});

describe('a connection with one queue', () => {
  test('leads there without a word', () => {
    const { turns, state } = talk(config({ queues: [sales] }), ['oi', 'e aí?', '#']);
    expect(turns).toEqual([['queue 7'], [], []]);
    expect(state.at).toBe('waiting');
  });
  test('greets when asked to', () => {
    expect(talk(config({ queues: [sales], greetWithOneQueue: true }), ['oi']).last).toEqual(['Olá!', 'queue 7']);
  });
  test('shows the options of the queue, and # shows them again', () => {
    const { turns } = talk(config({ queues: [support] }), ['oi', '1', '#', '2', '#']);
    expect(turns).toEqual([
      ['queue 8', supportMenu],
      [deliveryMenu],
      ['queue 8', supportMenu],
      ['Já vamos atender.'],
      ['queue 8', supportMenu],
    ]);
  });
});

describe('a connection with several queues', () => {
  test('asks which, and the answer leads there with its greeting', () => {
    const { turns, state } = talk(shop, ['oi', '1', 'quero um sofá']);
    expect(turns).toEqual([[queueMenu], ['queue 7', 'Vendas aqui.'], []]);
    expect(state).toMatchObject({ at: 'waiting', queueId: 7 });
  });
  test.each(['2', ' 2 ', '2.', '[2]', '2️⃣', 'suporte', 'SUPORTE'])('takes %s for the second', (answer) => {
    expect(talk(shop, ['oi', answer]).last).toEqual(['queue 8', supportMenu]);
  });
  test('does not read the digit that chose the queue as an option too', () => {
    expect(talk(shop, ['oi', '2']).state).toMatchObject({ at: 'options', path: [] });
  });
  test('sends the file of a queue after its greeting', () => {
    expect(talk(config({ queues: [{ ...sales, hasMedia: true }, support] }), ['oi', '1']).last).toEqual([
      'queue 7',
      'Vendas aqui.',
      'media queue 7',
    ]);
  });
  test.each(['3', '0', '12', 'sofá', '', '1 ou 2'])('says that %j is no option, and asks again', (answer) => {
    expect(talk(shop, ['oi', answer]).last).toEqual([invalid, queueMenu]);
  });
  test('asks as often as it may, then leaves it to a person, but still hears an answer', () => {
    const { turns } = talk(shop, ['oi', 'a', 'b', 'c', 'd', '1']);
    expect(turns).toEqual([[queueMenu], [invalid, queueMenu], [invalid, queueMenu], [], [], ['queue 7', 'Vendas aqui.']]);
  });
  test('an answer that fits starts the counting anew', () => {
    const { turns } = talk(shop, ['oi', 'a', 'b', '2', 'x', 'y', 'z', 'w']);
    expect(turns.slice(4)).toEqual([[invalid, supportMenu], [invalid, supportMenu], [invalid, supportMenu], []]);
  });
  test('without a limit asks every time', () => {
    expect(talk({ ...shop, maxUseBotQueues: 0 }, ['oi', ...'abcdefg']).last).toEqual([invalid, queueMenu]);
  });
  test('does not ask again before the pause is over', () => {
    const { turns } = talk({ ...shop, timeUseBotQueues: 2, maxUseBotQueues: 0 }, ['oi', 'a', 'b', 'c', '#', '1']);
    expect(turns).toEqual([[queueMenu], [], [invalid, queueMenu], [], [queueMenu], ['queue 7', 'Vendas aqui.']]);
  });
  test('does not take what was written in one breath for an answer', () => {
    expect(talk(shop, ['oi', 'bom dia', 'quero um sofá'], { pauseMs: 1000 }).turns).toEqual([[queueMenu], [], []]);
    expect(talk(shop, ['oi', '1'], { pauseMs: 1000 }).last).toEqual(['queue 7', 'Vendas aqui.']);
  });
  test('# leads back to the queues while the customer waits', () => {
    expect(talk(shop, ['oi', '1', '#', '2']).turns.slice(2)).toEqual([
      ['queue null', queueMenu],
      ['queue 8', supportMenu],
    ]);
  });
});

describe('the options of a queue', () => {
  test('go down, up and to the beginning', () => {
    const { turns } = talk(shop, ['oi', '2', '1', '0', '1', '#']);
    expect(turns).toEqual([
      [queueMenu],
      ['queue 8', supportMenu],
      [deliveryMenu],
      [supportMenu],
      [deliveryMenu],
      ['queue null', queueMenu],
    ]);
  });
  test.each(['0', '0.', '[ 0 ]', '*[ 0 ]*', '*0*', '0\ufe0f\u20e3'])('go up when the customer writes %j', (zero) => {
    expect(talk(shop, ['oi', '2', '1', zero]).last).toEqual([supportMenu]);
  });
  test.each(['#', '#.', '[ # ]', '*[ # ]*', '*#*', '#\ufe0f\u20e3'])('go to the beginning when the customer writes %j', (hash) => {
    expect(talk(shop, ['oi', '2', '1', hash]).last).toEqual(['queue null', queueMenu]);
  });
  test.each(['#sofá', '##', '10'])('do neither when the customer writes %j', (text) => {
    expect(talk(shop, ['oi', '2', '1', text]).last).toEqual([invalid, deliveryMenu]);
  });
  test('0 above them leads to the queues', () => {
    expect(talk(shop, ['oi', '2', '0']).last).toEqual(['queue null', queueMenu]);
  });
  test('end with the message of the last one, and a person is waited for', () => {
    const { last, state } = talk(shop, ['oi', '2', '1', '1']);
    expect(last).toEqual(['São 5 dias.']);
    expect(state).toMatchObject({ at: 'waiting', queueId: 8, path: [] });
    expect(isAsking(state)).toBe(false);
    expect(talk(shop, ['oi', '2', '1', '1', 'obrigada', '1', '0']).turns.slice(4)).toEqual([[], [], []]);
  });
  test('send their file after their message', () => {
    expect(talk(shop, ['oi', '2', '1', 'atraso']).last).toEqual(['Vamos ver.', 'media option 812']);
  });
  test('say what is no option and show themselves again', () => {
    expect(talk(shop, ['oi', '2', '1', '9']).last).toEqual([invalid, deliveryMenu]);
  });
  test('begin anew when somebody removed the option the customer stood on', () => {
    const { state } = talk(shop, ['oi', '2', '1']);
    const changed = { ...shop, queues: [sales, { ...support, options: [option(82, 'Outro assunto')] }] };
    expect(talk(changed, ['1'], { from: state }).last).toEqual(['queue null', queueMenu]);
  });
});

describe('buttons and lists', () => {
  const tapped = { ...shop, menuStyle: 'list' as const };
  test('carry the same menu, with the ways back as rows', () => {
    const { effects } = talk(tapped, ['oi', '2', '1']);
    const menus = effects.flatMap((effect) => (effect.do === 'say' ? [effect] : []));
    expect(menus[0]).toMatchObject({
      text: queueMenu,
      choices: {
        prompt: 'Olá!',
        style: 'list',
        rows: [
          { id: 'queue:7', title: 'Vendas' },
          { id: 'queue:8', title: 'Suporte' },
        ],
      },
    });
    expect(menus[2]?.choices?.rows.map(({ id }) => id)).toEqual(['option:811', 'option:812', '0', '#']);
  });
  test('are answered by a tap, also in an older menu, and by number', () => {
    expect(talk(tapped, ['oi', 'tap queue:7']).last).toEqual(['queue 7', 'Vendas aqui.']);
    expect(talk(tapped, ['oi', 'tap queue:8', 'tap option:81', 'tap option:82']).last).toEqual(['Já vamos atender.']);
    expect(talk(tapped, ['oi', 'tap queue:8', 'tap queue:7']).last).toEqual(['queue 7', 'Vendas aqui.']);
    expect(talk(tapped, ['oi', '2', 'tap #']).last).toEqual(['queue null', queueMenu]);
    expect(talk(tapped, ['oi', 'tap queue:99']).last).toEqual([invalid, queueMenu]);
  });
});

describe('when nobody is there', () => {
  test('the company says so in place of everything else, once an hour', () => {
    const night = { ...shop, scheduleType: 'company' as const, companySchedules: always, outOfHoursMessage: 'Abrimos às 8h.' };
    expect(talk(night, ['oi', '1', '#']).turns).toEqual([['Abrimos às 8h.'], [], []]);
    expect(talk(night, ['oi', 'oi?'], { pauseMs: 3_600_000 }).turns).toEqual([['Abrimos às 8h.'], ['Abrimos às 8h.']]);
  });
  test('and the menu comes when it opens', () => {
    const night = { ...shop, scheduleType: 'company' as const, companySchedules: always, outOfHoursMessage: 'Abrimos às 8h.' };
    const { state } = talk(night, ['oi']);
    expect(talk(shop, ['oi de novo'], { from: state }).last).toEqual([queueMenu]);
  });
  test('a company without a text for it goes on', () => {
    expect(talk({ ...shop, scheduleType: 'company', companySchedules: always }, ['oi']).last).toEqual([queueMenu]);
  });
  test('a holiday of the company closes it', () => {
    const holidays = [{ date: '2026-11-16' }];
    expect(talk({ ...shop, scheduleType: 'company', holidays, outOfHoursMessage: 'Feriado.' }, ['oi']).last).toEqual(['Feriado.']);
  });

  const closed = { schedules: always, outOfHoursMessage: 'Vendas abre às 9h.' };
  const nightly = { ...shop, scheduleType: 'queue' as const, queues: [{ ...sales, ...closed }, support] };
  test('a chosen queue says so and offers the others', () => {
    const { turns, state } = talk(nightly, ['oi', '1', '1', '#', '2']);
    expect(turns[1]).toEqual(['Vendas abre às 9h.\n\n*[ # ]* - Voltar ao Menu Principal']);
    expect(turns[2]).toEqual(turns[1]);
    expect(turns[3]).toEqual([queueMenu]);
    expect(state).toMatchObject({ at: 'options', queueId: 8 });
  });
  test('a holiday of the company closes a queue that would be open', () => {
    const open = { ...nightly, queues: [{ ...sales, outOfHoursMessage: 'Feriado.' }, support] };
    expect(talk(open, ['oi', '1']).last).toEqual(['queue 7', 'Vendas aqui.']);
    expect(talk({ ...open, holidays: [{ date: '2026-11-16' }] }, ['oi', '1']).last).toEqual([
      'Feriado.\n\n*[ # ]* - Voltar ao Menu Principal',
    ]);
  });
  test('the only queue says so, and its options come when it opens', () => {
    const one = { ...shop, scheduleType: 'queue' as const, queues: [{ ...support, ...closed }] };
    const { turns, state } = talk(one, ['oi', 'tem alguém?']);
    expect(turns).toEqual([['queue 8', 'Vendas abre às 9h.'], []]);
    expect(talk({ ...shop, queues: [support] }, ['bom dia'], { from: state }).last).toEqual(['queue 8', supportMenu]);
  });
  test('the queue a person moved the ticket to says so, and nothing else', () => {
    const elsewhere = { ...queue(9, 'Financeiro'), ...closed };
    const from: BotState = { ...botStart, at: 'off', queueId: 9 };
    expect(talk({ ...nightly, elsewhere }, ['oi', '#', '1'], { from }).turns).toEqual([['Vendas abre às 9h.'], [], []]);
    expect(talk({ ...shop, elsewhere }, ['oi', '#', '1'], { from }).turns).toEqual([[], [], []]);
  });
  test('without a text, or with the management of hours off, a queue is as if open', () => {
    expect(talk({ ...nightly, scheduleType: 'disabled' }, ['oi', '1']).last).toEqual(['queue 7', 'Vendas aqui.']);
    expect(talk({ ...nightly, queues: [{ ...sales, schedules: always }, support] }, ['oi', '1']).last).toEqual(['queue 7', 'Vendas aqui.']);
  });
});

describe('whatever is said', () => {
  const { tree } = fc.letrec<{ tree: BotOption[] }>((tie) => ({
    tree: fc.array(
      fc.record({
        id: fc.integer({ min: 1, max: 30 }),
        title: fc.string({ maxLength: 5 }),
        message: fc.string({ maxLength: 5 }),
        hasMedia: fc.boolean(),
        options: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.constant([]), tie('tree')),
      }),
      { maxLength: 3 },
    ),
  }));
  const schedules = fc.constantFrom([], [...always]);
  const queues = fc.array(
    fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      name: fc.string(),
      greetingMessage: fc.string(),
      outOfHoursMessage: fc.string(),
      schedules,
      hasMedia: fc.boolean(),
      hasAssistant: fc.boolean(),
      options: tree,
    }),
    { maxLength: 4 },
  );
  const anyConfig: fc.Arbitrary<BotConfig> = fc.record({
    greetingMessage: fc.string(),
    outOfHoursMessage: fc.string(),
    queues,
    elsewhere: fc.constant(null),
    maxUseBotQueues: fc.integer({ min: 0, max: 4 }),
    timeUseBotQueues: fc.integer({ min: 0, max: 4 }),
    greetWithOneQueue: fc.boolean(),
    menuStyle: fc.constantFrom('text', 'button', 'list'),
    scheduleType: fc.constantFrom('disabled', 'queue', 'company'),
    companySchedules: schedules,
    holidays: fc.constantFrom([], [{ date: '2026-11-16' }]),
    timeZone: fc.constant('America/Sao_Paulo'),
  });
  const said = fc.record({
    text: fc.oneof(fc.constantFrom('#', '0', '1', '2', '3', '  1 ', 'oi'), fc.string({ unit: 'binary' })),
    choice: fc.option(fc.oneof(fc.constantFrom('#', '0', 'queue:1', 'queue:2', 'option:1', 'option:2'), fc.string())),
    afterMs: fc.integer({ min: 0, max: 7_200_000 }),
  });

  test('it never throws, never says nothing aloud, keeps a state that can be stored, and is quiet in the end', () => {
    fc.assert(
      fc.property(fc.array(anyConfig, { minLength: 1, maxLength: 3 }), fc.array(said, { maxLength: 120 }), (configs, lines) => {
        let state = botStart;
        let at = noon;
        let sends = 0;
        for (const [index, { text, choice, afterMs }] of lines.entries()) {
          at += afterMs;
          // Somebody may change the menus in the middle of it.
          const bot = configs[Math.floor((index * configs.length) / lines.length)] ?? config();
          const turn = step(bot, state, { text, choice }, new Date(at));
          const queue = bot.queues.find(({ id }) => id === state.queueId) ?? null;
          if (hearsNothing({ ...bot, queue }, state, { text, choice }, new Date(at))) expect(turn).toEqual({ state, effects: [] });
          for (const effect of turn.effects) if (effect.do === 'say') expect(effect.text.trim()).not.toBe('');
          expect(turn.effects.length).toBeLessThan(6);
          sends += turn.effects.filter((effect) => effect.do !== 'enterQueue').length;
          state = JSON.parse(JSON.stringify(turn.state)) as BotState;
          expect(state).toEqual(turn.state);
        }
        expect(sends).toBeLessThanOrEqual(botSendsMax);
        expect(state.sent).toBe(sends);
      }),
    );
  });
});
