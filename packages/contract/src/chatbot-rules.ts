// The bot as a reducer: what it knows of one attendance, and what the customer said, make what it knows then and what is to be done.
// Pure, and shared: the server carries the effects out, the browser plays them on a phone. It decides only while nobody attends;
// who that is, the caller knows. Its texts are the customers', so they are written out here.
import { numberChosen } from './choice-rules.ts';
import { type Holiday, isOpen, type ScheduleEntry } from './schedule-rules.ts';

export type BotOption = { id: number; title: string; message: string; hasMedia: boolean; options: readonly BotOption[] };

export type BotQueue = {
  id: number;
  name: string;
  greetingMessage: string;
  outOfHoursMessage: string;
  schedules: readonly ScheduleEntry[];
  hasMedia: boolean;
  options: readonly BotOption[];
};

/** What a connection, its queues and its company say about the bot. */
export type BotConfig = {
  greetingMessage: string;
  outOfHoursMessage: string;
  /** In the order of the menu. */
  queues: readonly BotQueue[];
  /** Where the ticket waits if that is none of them. */
  elsewhere: BotQueue | null;
  /** How often a menu is sent without an answer that fits; 0: as often as wanted. */
  maxUseBotQueues: number;
  /** Minutes between two menus that nobody asked for; 0: none. */
  timeUseBotQueues: number;
  /** Also greet where there is only one queue. */
  greetWithOneQueue: boolean;
  menuStyle: 'text' | 'button' | 'list';
  scheduleType: 'disabled' | 'queue' | 'company';
  /** Of the company, or of the connection in its place. */
  companySchedules: readonly ScheduleEntry[];
  holidays: readonly Holiday[];
  timeZone: string;
};

/**
 * Where the bot stands with a customer. `start`: nothing was said; `menu`: it asked for a queue; `options`: it asked for one of the options
 * below `path`; `waiting`: it has led the customer to a person; `off`: somebody else has.
 */
export type BotState = {
  at: 'start' | 'menu' | 'options' | 'waiting' | 'off';
  queueId: number | null;
  /** The options chosen so far, from the queue downwards. */
  path: number[];
  /** Menus sent since the last answer that fitted, and when the last one was. */
  menus: number;
  menuAt: string | null;
  /** When the customer was last told that nobody is there. */
  closedAt: string | null;
  /** All that the bot has sent in this attendance. */
  sent: number;
};

export const botStart: BotState = { at: 'start', queueId: null, path: [], menus: 0, menuAt: null, closedAt: null, sent: 0 };

/** `choice` is the id of the button or row that was tapped. */
export type Heard = { text: string; choice: string | null };

/** Buttons or rows in place of numbers; `prompt` goes above them. */
export type BotChoices = { prompt: string; style: 'button' | 'list'; rows: { id: string; title: string }[] };

export type BotEffect =
  | { do: 'say'; kind: 'greeting' | 'menu' | 'invalid' | 'closed' | 'option'; text: string; choices: BotChoices | null }
  | { do: 'sendMedia'; of: 'queue' | 'option'; id: number }
  | { do: 'enterQueue'; queueId: number | null };

export type BotTurn = { state: BotState; effects: BotEffect[] };

/** The most that the bot sends in one attendance, whatever it hears. */
export const botSendsMax = 40;
/** Who writes on so soon after the first menu has not read it yet. */
const burstMs = 3_000;
/** So long after it was said that nobody is there, it is said again. */
const closedAgainMs = 3_600_000;

const invalidText = 'Opção inválida, por favor, escolha uma opção válida.';
const mainMenuLine = '*[ # ]* - Menu inicial';
const previousMenuLine = '*[ 0 ]* - Menu anterior';
const backToMainMenuLine = '*[ # ]* - Voltar ao Menu Principal';

/** Does the bot wait for an answer of the customer? */
export function isAsking({ at }: BotState): boolean {
  return at === 'menu' || at === 'options';
}

/** Has the bot led the customer to a person, and do they not ask for the menu? Then hours apart it says nothing. */
export function hearsNothing({ at }: BotState, heard: Heard): boolean {
  return at === 'off' || (at === 'waiting' && command(heard) !== '#');
}

/** What follows from something the customer said. Total, and bounded by `botSendsMax` sends an attendance. */
export function step(config: BotConfig, state: BotState, heard: Heard, now: Date): BotTurn {
  const turn = answer(config, state, { text: heard.text.trim(), choice: heard.choice }, now);
  const sends = turn.effects.filter((effect) => effect.do !== 'enterQueue').length;
  if (state.sent + sends <= botSendsMax) return { ...turn, state: { ...turn.state, sent: state.sent + sends } };
  // Whoever needs that much help needs a person.
  return { state: { ...state, at: state.at === 'off' ? 'off' : 'waiting', path: [] }, effects: [] };
}

function answer(config: BotConfig, state: BotState, heard: Heard, now: Date): BotTurn {
  const closed = closedText(config, state, heard, now);
  if (closed !== null) return sayClosed(state, closed, now);
  const wanted = command(heard);
  switch (state.at) {
    case 'start':
      return begin(config, state, now);
    case 'menu':
      if (wanted === '#') return mainMenu(config, answered(state), now);
      return chooseQueue(config, state, heard, now);
    case 'options':
      if (wanted === '#') return mainMenu(config, answered(state), now);
      return chooseOption(config, state, heard, now);
    case 'waiting':
    case 'off':
      return hearsNothing(state, heard) ? quiet(state) : mainMenu(config, answered(state), now);
  }
}

const quiet = (state: BotState): BotTurn => ({ state, effects: [] });
const isBlank = (text: string) => text.trim() === '';
/** An answer that fits starts the counting of menus anew. */
const answered = (state: BotState): BotState => ({ ...state, menus: 0, menuAt: null });

function say(kind: Extract<BotEffect, { do: 'say' }>['kind'], text: string, choices: BotChoices | null = null): BotEffect[] {
  return isBlank(text) ? [] : [{ do: 'say', kind, text, choices }];
}

/** The way back, however the customer writes it: as with options, `0.`, `[ # ]` and both in a box count. */
function command({ text, choice }: Heard): '#' | '0' | null {
  if (choice !== null) return choice === '#' || choice === '0' ? choice : null;
  if (numberChosen(text) === 0) return '0';
  return /^[^\p{L}\p{N}#]*#[^\p{L}\p{N}#]*$/u.test(text) ? '#' : null;
}

/** The text for now that nobody is there, if it is so. Whoever asks for the main menu may look for a queue that is open. */
function closedText(config: BotConfig, state: BotState, heard: Heard, now: Date): string | null {
  if (config.scheduleType === 'company') {
    const hours = { schedules: config.companySchedules, holidays: config.holidays };
    return isBlank(config.outOfHoursMessage) || isOpen(hours, now, config.timeZone) ? null : config.outOfHoursMessage;
  }
  if (state.queueId === null || (command(heard) === '#' && state.at !== 'off' && config.queues.length > 1)) return null;
  const queue = queueOf(config, state.queueId);
  return queue && isClosed(config, queue, now) ? queue.outOfHoursMessage : null;
}

function isClosed(config: BotConfig, queue: BotQueue, now: Date): boolean {
  if (config.scheduleType !== 'queue' || isBlank(queue.outOfHoursMessage)) return false;
  return !isOpen({ schedules: queue.schedules, holidays: config.holidays }, now, config.timeZone);
}

function sayClosed(state: BotState, text: string, now: Date): BotTurn {
  const told = state.closedAt !== null && now.getTime() - Date.parse(state.closedAt) < closedAgainMs;
  return told ? quiet(state) : { state: { ...state, closedAt: now.toISOString() }, effects: say('closed', text) };
}

function queueOf(config: BotConfig, queueId: number | null): BotQueue | null {
  return config.queues.find(({ id }) => id === queueId) ?? (config.elsewhere?.id === queueId ? config.elsewhere : null);
}

function begin(config: BotConfig, state: BotState, now: Date): BotTurn {
  const [first, second] = config.queues;
  if (!first) return { state: { ...state, at: 'waiting' }, effects: say('greeting', config.greetingMessage) };
  if (second) return mainMenu(config, state, now);
  const greeting = config.greetWithOneQueue ? say('greeting', config.greetingMessage) : [];
  const turn = enterOnlyQueue(config, state, first, now);
  return { ...turn, effects: [...greeting, ...turn.effects] };
}

function enterOnlyQueue(config: BotConfig, state: BotState, queue: BotQueue, now: Date): BotTurn {
  const enter: BotEffect = { do: 'enterQueue', queueId: queue.id };
  if (isClosed(config, queue, now)) {
    const turn = sayClosed({ ...state, at: 'start', queueId: queue.id }, queue.outOfHoursMessage, now);
    return { ...turn, effects: [enter, ...turn.effects] };
  }
  const inside = { ...answered(state), queueId: queue.id, path: [] };
  if (queue.options.length === 0) return { state: { ...inside, at: 'waiting' }, effects: [enter] };
  return { state: { ...inside, at: 'options' }, effects: [enter, ...media('queue', queue), ...optionMenu(config, queue, [])] };
}

/** The menu of queues; where there is only one queue, its options. */
function mainMenu(config: BotConfig, state: BotState, now: Date): BotTurn {
  const [first, second] = config.queues;
  if (!first) return quiet(state);
  if (!second) return first.options.length === 0 ? quiet(state) : enterOnlyQueue(config, state, first, now);
  const leave: BotEffect[] = state.queueId === null ? [] : [{ do: 'enterQueue', queueId: null }];
  const next: BotState = { ...state, at: 'menu', queueId: null, path: [], menus: state.menus + 1, menuAt: now.toISOString() };
  return { state: next, effects: [...leave, ...queueMenu(config)] };
}

function chooseQueue(config: BotConfig, state: BotState, heard: Heard, now: Date): BotTurn {
  const queue = pick(config.queues, heard, 'queue', ({ name }) => name);
  if (!queue) return notUnderstood(config, state, queueMenu(config), now);
  if (isClosed(config, queue, now)) {
    const text = `${queue.outOfHoursMessage}\n\n${backToMainMenuLine}`;
    const leave: BotEffect[] = state.queueId === null ? [] : [{ do: 'enterQueue', queueId: null }];
    return { state: { ...state, at: 'menu', queueId: null, path: [] }, effects: [...leave, ...say('closed', text)] };
  }
  const enter: BotEffect = { do: 'enterQueue', queueId: queue.id };
  const inside = { ...answered(state), queueId: queue.id, path: [] };
  if (queue.options.length > 0) {
    return { state: { ...inside, at: 'options' }, effects: [enter, ...media('queue', queue), ...optionMenu(config, queue, [])] };
  }
  return { state: { ...inside, at: 'waiting' }, effects: [enter, ...say('greeting', queue.greetingMessage), ...media('queue', queue)] };
}

function chooseOption(config: BotConfig, state: BotState, heard: Heard, now: Date): BotTurn {
  const queue = queueOf(config, state.queueId);
  const way = queue && follow(queue, state.path);
  // Somebody changed the menus while the customer was reading them.
  if (!queue || !way) return begin(config, answered(state), now);
  if (heard.choice?.startsWith('queue:') && config.queues.length > 1) return chooseQueue(config, state, heard, now);
  if (command(heard) === '0') {
    if (way.length === 0) return mainMenu(config, answered(state), now);
    const path = state.path.slice(0, -1);
    return { state: { ...answered(state), path }, effects: optionMenu(config, queue, way.slice(0, -1)) };
  }
  const below = way.at(-1)?.options ?? queue.options;
  const chosen =
    wayToTapped(queue.options, heard) ??
    wayBelow(
      way,
      pick(below, heard, 'option', ({ title }) => title),
    );
  const option = chosen?.at(-1);
  if (!chosen || !option) return notUnderstood(config, state, optionMenu(config, queue, way), now);
  if (option.options.length > 0) {
    const path = chosen.map(({ id }) => id);
    return { state: { ...answered(state), path }, effects: [...media('option', option), ...optionMenu(config, queue, chosen)] };
  }
  return {
    state: { ...answered(state), at: 'waiting', path: [] },
    effects: [...say('option', option.message), ...media('option', option)],
  };
}

/** Says so and asks again, as long as that may help. */
function notUnderstood(config: BotConfig, state: BotState, menu: BotEffect[], now: Date): BotTurn {
  const { maxUseBotQueues: max, timeUseBotQueues: pause } = config;
  const since = state.menuAt === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(state.menuAt);
  if (state.at === 'menu' && state.menus === 1 && since < burstMs) return quiet(state);
  if ((max > 0 && state.menus >= max) || since < pause * 60_000) return quiet(state);
  return { state: { ...state, menus: state.menus + 1, menuAt: now.toISOString() }, effects: [...say('invalid', invalidText), ...menu] };
}

/** By the id of what was tapped, by number, or by name. */
function pick<T extends { id: number }>(from: readonly T[], { text, choice }: Heard, kind: string, nameOf: (item: T) => string): T | null {
  if (choice?.startsWith(`${kind}:`)) return from.find(({ id }) => choice === `${kind}:${id}`) ?? null;
  const number = numberChosen(text);
  if (number !== null) return from[number - 1] ?? null;
  const said = text.toLowerCase();
  return from.find((item) => said !== '' && nameOf(item).trim().toLowerCase() === said) ?? null;
}

/** The options along a path; null when one of them is gone. */
function follow(queue: BotQueue, path: readonly number[]): BotOption[] | null {
  const way: BotOption[] = [];
  for (const id of path) {
    const option: BotOption | undefined = (way.at(-1)?.options ?? queue.options).find((each) => each.id === id);
    if (!option) return null;
    way.push(option);
  }
  return way;
}

const wayBelow = (way: BotOption[], option: BotOption | null) => option && [...way, option];

/** A tap may come from an older menu, so it is looked for in the whole tree. */
function wayToTapped(options: readonly BotOption[], { choice }: Heard): BotOption[] | null {
  if (!choice?.startsWith('option:')) return null;
  for (const option of options) {
    const rest = choice === `option:${option.id}` ? [] : wayToTapped(option.options, { text: '', choice });
    if (rest) return [option, ...rest];
  }
  return null;
}

function media(of: 'queue' | 'option', { id, hasMedia }: { id: number; hasMedia: boolean }): BotEffect[] {
  return hasMedia ? [{ do: 'sendMedia', of, id }] : [];
}

function queueMenu(config: BotConfig): BotEffect[] {
  const rows = config.queues.map(({ id, name }) => ({ id: `queue:${id}`, title: name }));
  return menu(config, config.greetingMessage, rows, []);
}

function optionMenu(config: BotConfig, queue: BotQueue, way: readonly BotOption[]): BotEffect[] {
  const here = way.at(-1);
  const rows = (here?.options ?? queue.options).map(({ id, title }) => ({ id: `option:${id}`, title }));
  return menu(config, here ? here.message : queue.greetingMessage, rows, here ? [previousMenuLine, mainMenuLine] : [mainMenuLine]);
}

function menu(config: BotConfig, head: string, rows: BotChoices['rows'], ways: string[]): BotEffect[] {
  const lines = [...rows.map(({ title }, index) => `*[ ${index + 1} ]* - ${title}`), ...ways].join('\n');
  const text = isBlank(head) ? lines : `${head}\n\n${lines}`;
  if (config.menuStyle === 'text' || isBlank(head)) return say('menu', text);
  const tappable = ways.map((line) => (line === mainMenuLine ? { id: '#', title: 'Menu inicial' } : { id: '0', title: 'Menu anterior' }));
  return say('menu', text, { prompt: head, style: config.menuStyle, rows: [...rows, ...tappable] });
}
