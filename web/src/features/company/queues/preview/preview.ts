// Simulates a conversation with the bot by the server's rules. Pure: on every change, what the customer said is replayed.
import {
  type BotChoices,
  type BotConfig,
  type BotEffect,
  type BotState,
  botStart,
  type Heard,
  isAsking,
  step,
} from '@balcao/contract/chatbot-rules';
import { weekdays } from '@balcao/contract/schedule-rules';
import { fillVariables, type VariableValues } from '@balcao/contract/variables-rules';

export type PreviewLine =
  | { from: 'customer' | 'bot'; text: string; choices: BotChoices | null }
  | { from: 'bot'; file: string }
  /** `held`: the bot would ask again, but the connection's limits forbid it. */
  | { from: 'note'; note: 'waiting' | 'quiet' | 'held' }
  | { from: 'clock'; minutes: number };

/** What happens on the phone: the customer says something, or time passes. */
export type Happening = Heard | { minutes: number };

export type Played = { lines: PreviewLine[]; state: BotState };

/** What is simulated: a queue of the company with its bot. */
export type Script = {
  config: BotConfig;
  /** The queue being edited. The customer chose it in the first menu, or the bot goes there directly. */
  queueId: number;
  begins: 'chosen' | 'alone';
  /** Names of files by what they belong to, e.g. `queue 3`. */
  files: ReadonlyMap<string, string>;
  about: VariableValues;
};

/** People need a moment to read a menu; the rules treat very fast answers differently. */
const pauseMs = 10_000;

/** Everything said while this happens. */
export function play({ config, queueId, begins, files, about }: Script, happenings: readonly Happening[]): Played {
  const isAlone = begins === 'alone';
  let state: BotState = isAlone ? botStart : { ...botStart, at: 'menu' };
  const lines: PreviewLine[] = [];
  const first = isAlone ? { text: 'Olá!', choice: null } : { text: numberOf(config, queueId), choice: `queue:${queueId}` };
  let time = about.at.getTime();
  for (const happening of [first, ...happenings]) {
    if ('minutes' in happening) {
      lines.push({ from: 'clock', minutes: happening.minutes });
      time += happening.minutes * 60_000;
      continue;
    }
    lines.push({ from: 'customer', text: happening.text, choices: null });
    const at = new Date(time);
    const turn = step(config, state, happening, at);
    const answers = turn.effects.flatMap((effect) => lineOf(effect, files, { ...about, at }));
    lines.push(...answers);
    if (turn.state.at === 'waiting') lines.push({ from: 'note', note: 'waiting' });
    else if (answers.length === 0) lines.push({ from: 'note', note: isHeld(turn.state) ? 'held' : 'quiet' });
    state = turn.state;
    time += pauseMs;
  }
  return { lines, state };
}

function isHeld(state: BotState): boolean {
  return isAsking(state) && state.closedAt === null;
}

function numberOf({ queues }: BotConfig, queueId: number): string {
  return String(queues.findIndex(({ id }) => id === queueId) + 1);
}

function lineOf(effect: BotEffect, files: Script['files'], about: VariableValues): PreviewLine[] {
  switch (effect.do) {
    case 'say':
      return [
        {
          from: 'bot',
          text: fillVariables(effect.text, about),
          choices: effect.choices && { ...effect.choices, prompt: fillVariables(effect.choices.prompt, about) },
        },
      ];
    case 'sendMedia':
      return [{ from: 'bot', file: files.get(`${effect.of} ${effect.id}`) ?? '' }];
    case 'enterQueue':
      return [];
  }
}

/** Always open, always closed, or by the hours and holidays at a given time. */
export type Clock = 'open' | 'closed' | { at: Date };

/** The script under that assumption. */
export function withClock(script: Script, clock: Clock): Script {
  const { config, about } = script;
  if (typeof clock === 'object') return { ...script, about: { ...about, at: clock.at } };
  if (clock === 'open') return { ...script, config: { ...config, scheduleType: 'disabled' } };
  const never = weekdays.map((weekdayEn) => ({ weekdayEn, startTime: '00:00', endTime: '00:00' }));
  const queues = config.queues.map((queue) => ({ ...queue, schedules: never }));
  return { ...script, config: { ...config, companySchedules: never, holidays: [], queues } };
}

/** Without an out-of-hours text, the bot goes on even when closed. */
export function isSilentWhenClosed({ config, queueId }: Script): boolean {
  const text =
    config.scheduleType === 'company' ? config.outOfHoursMessage : config.queues.find(({ id }) => id === queueId)?.outOfHoursMessage;
  return (text ?? '').trim() === '';
}

/** The customer's answers that lead to an option, each with its number in the menu. */
export function tapsTo(way: readonly { id: number; number: number }[]): Heard[] {
  return way.map(({ id, number }) => ({ text: String(number), choice: `option:${id}` }));
}
