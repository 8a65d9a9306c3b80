// The bot as a reducer: from its state in one attendance and what the customer wrote, it computes the next state and the effects.
// Pure, and shared: the server carries the effects out, the browser simulates them. The caller must check that no agent attends the ticket.
// The texts are for customers, so they are written here.
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
  /** Its assistant speaks to whoever comes in, so the queue's own greeting and file are left out. */
  hasAssistant: boolean;
};

/** The settings of a connection, its queues and its company that concern the bot. */
export type BotConfig = {
  greetingMessage: string;
  outOfHoursMessage: string;
  /** In menu order. */
  queues: readonly BotQueue[];
  /** The ticket's queue, if it is not one of those. */
  elsewhere: BotQueue | null;
  /** How many menus are sent without a valid answer; 0: no limit. */
  maxUseBotQueues: number;
  /** Minutes between two unrequested menus; 0: no pause. */
  timeUseBotQueues: number;
  /** Greet also if there is only one queue. */
  greetWithOneQueue: boolean;
  menuStyle: 'text' | 'button' | 'list';
  scheduleType: 'disabled' | 'queue' | 'company';
  /** The company's, or the connection's own if it has any. */
  companySchedules: readonly ScheduleEntry[];
  holidays: readonly Holiday[];
  timeZone: string;
};

/**
 * The bot's state with a customer. `start`: it has said nothing; `menu`: it asked for a queue; `options`: it asked for one of the options
 * below `path`; `waiting`: it has led the customer to a person; `off`: someone else has.
 */
export type BotState = {
  at: 'start' | 'menu' | 'options' | 'waiting' | 'off';
  queueId: number | null;
  /** The options chosen so far, from the queue down. */
  path: number[];
  /** Menus sent since the last valid answer, and when the last one was sent. */
  menus: number;
  menuAt: string | null;
  /** When the customer was last told that it is closed. */
  closedAt: string | null;
  /** Messages that the bot has sent in this attendance. */
  sent: number;
};

export const botStart: BotState = { at: 'start', queueId: null, path: [], menus: 0, menuAt: null, closedAt: null, sent: 0 };

/** `choice` is the id of the tapped button or row. */
export type Heard = { text: string; choice: string | null };

/** Buttons or rows instead of numbers; `prompt` is the text above them. */
export type BotChoices = { prompt: string; style: 'button' | 'list'; rows: { id: string; title: string }[] };

export type BotEffect =
  | { do: 'say'; kind: 'greeting' | 'menu' | 'invalid' | 'closed' | 'option'; text: string; choices: BotChoices | null }
  | { do: 'sendMedia'; of: 'queue' | 'option'; id: number }
  | { do: 'enterQueue'; queueId: number | null };

export type BotTurn = { state: BotState; effects: BotEffect[] };

/** The most messages the bot sends in one attendance. */
export const botSendsMax = 40;
/** A customer who writes again this soon after the first menu, in ms, has not read it yet. */
const burstMs = 3_000;
/** Pause before the closed message is repeated, in ms. */
const closedAgainMs = 3_600_000;

const invalidText = 'Opção inválida, por favor, escolha uma opção válida.';
const mainMenuLine = '*[ # ]* - Menu inicial';
const previousMenuLine = '*[ 0 ]* - Menu anterior';
const backToMainMenuLine = '*[ # ]* - Voltar ao Menu Principal';

/** Is the bot waiting for the customer's answer? */
export function isAsking({ at }: BotState): boolean {
  return at === 'menu' || at === 'options';
}

/** What decides whether the customer is told that it is closed. */
export type BotHours = Pick<BotConfig, 'scheduleType' | 'outOfHoursMessage' | 'companySchedules' | 'holidays' | 'timeZone'> & {
  /** The ticket's queue. */
  queue: Pick<BotQueue, 'outOfHoursMessage' | 'schedules'> | null;
};

/** Is the customer with a person, open or told that it is closed, and not asking for the menu? Then `step` changes and says nothing. */
export function hearsNothing(hours: BotHours, state: BotState, heard: Heard, now: Date): boolean {
  if (!isWithPerson(state, heard)) return false;
  return closedNow(hours, now) === null || toldClosed(state, now);
}

function isWithPerson({ at }: BotState, heard: Heard): boolean {
  return at === 'off' || (at === 'waiting' && command(heard) !== '#');
}

/** The bot's reaction to a message. Total; sends at most `botSendsMax` messages per attendance. */
export function step(config: BotConfig, state: BotState, heard: Heard, now: Date): BotTurn {
  const turn = answer(config, state, { text: heard.text.trim(), choice: heard.choice }, now);
  const sends = turn.effects.filter((effect) => effect.do !== 'enterQueue').length;
  if (state.sent + sends <= botSendsMax) return { ...turn, state: { ...turn.state, sent: state.sent + sends } };
  // A customer who needs this many messages needs a person.
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
      return isWithPerson(state, heard) ? quiet(state) : mainMenu(config, answered(state), now);
  }
}

const quiet = (state: BotState): BotTurn => ({ state, effects: [] });
const isBlank = (text: string) => text.trim() === '';
/** A valid answer resets the count of menus. */
const answered = (state: BotState): BotState => ({ ...state, menus: 0, menuAt: null });

function say(kind: Extract<BotEffect, { do: 'say' }>['kind'], text: string, choices: BotChoices | null = null): BotEffect[] {
  return isBlank(text) ? [] : [{ do: 'say', kind, text, choices }];
}

/** A navigation command, in any notation: as with options, `0.`, `[ # ]` and the keycap emojis also count. */
function command({ text, choice }: Heard): '#' | '0' | null {
  if (choice !== null) return choice === '#' || choice === '0' ? choice : null;
  if (numberChosen(text) === 0) return '0';
  return /^[^\p{L}\p{N}#]*#[^\p{L}\p{N}#]*$/u.test(text) ? '#' : null;
}

/** The closed message, if it is closed now. A request for the main menu is let through, because another queue may be open. */
function closedText(config: BotConfig, state: BotState, heard: Heard, now: Date): string | null {
  const toMenu = command(heard) === '#' && state.at !== 'off' && config.queues.length > 1;
  return closedNow({ ...config, queue: toMenu ? null : queueOf(config, state.queueId) }, now);
}

/** Is it closed now, and do customers hear so? */
export function isClosedFor(hours: BotHours, now: Date): boolean {
  return closedNow(hours, now) !== null;
}

function closedNow({ scheduleType, queue, ...of }: BotHours, now: Date): string | null {
  if (scheduleType === 'disabled') return null;
  const { outOfHoursMessage: text, schedules } =
    scheduleType === 'company' ? { outOfHoursMessage: of.outOfHoursMessage, schedules: of.companySchedules } : (queue ?? always);
  return isBlank(text) || isOpen({ schedules, holidays: of.holidays }, now, of.timeZone) ? null : text;
}

/** The hours of a ticket without a queue, where each queue has its own. */
const always = { outOfHoursMessage: '', schedules: [] };

function isClosed(config: BotConfig, queue: BotQueue, now: Date): boolean {
  return config.scheduleType === 'queue' && closedNow({ ...config, queue }, now) !== null;
}

function sayClosed(state: BotState, text: string, now: Date): BotTurn {
  return toldClosed(state, now) ? quiet(state) : { state: { ...state, closedAt: now.toISOString() }, effects: say('closed', text) };
}

function toldClosed({ closedAt }: BotState, now: Date): boolean {
  return closedAt !== null && now.getTime() - Date.parse(closedAt) < closedAgainMs;
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

/** The menu of queues; with only one queue, its options. */
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
  const welcome = queue.hasAssistant ? [] : [...say('greeting', queue.greetingMessage), ...media('queue', queue)];
  return { state: { ...inside, at: 'waiting' }, effects: [enter, ...welcome] };
}

function chooseOption(config: BotConfig, state: BotState, heard: Heard, now: Date): BotTurn {
  const queue = queueOf(config, state.queueId);
  const way = queue && follow(queue, state.path);
  // The menus were changed while the customer was reading them.
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

/** Says that the answer was not understood and asks again, within the limits. */
function notUnderstood(config: BotConfig, state: BotState, menu: BotEffect[], now: Date): BotTurn {
  const { maxUseBotQueues: max, timeUseBotQueues: pause } = config;
  const since = state.menuAt === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(state.menuAt);
  if (state.at === 'menu' && state.menus === 1 && since < burstMs) return quiet(state);
  if ((max > 0 && state.menus >= max) || since < pause * 60_000) return quiet(state);
  return { state: { ...state, menus: state.menus + 1, menuAt: now.toISOString() }, effects: [...say('invalid', invalidText), ...menu] };
}

/** Finds a choice by the id of what was tapped, by number, or by name. */
function pick<T extends { id: number }>(from: readonly T[], { text, choice }: Heard, kind: string, nameOf: (item: T) => string): T | null {
  if (choice?.startsWith(`${kind}:`)) return from.find(({ id }) => choice === `${kind}:${id}`) ?? null;
  const number = numberChosen(text);
  if (number !== null) return from[number - 1] ?? null;
  const said = text.toLowerCase();
  return from.find((item) => said !== '' && nameOf(item).trim().toLowerCase() === said) ?? null;
}

/** The options along a path; null if one of them was deleted. */
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

/** Searches the whole tree, because the tap may be on an older menu. */
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
