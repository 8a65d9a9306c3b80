// A conversation with the bot, played by the rules the server follows. Pure: what the customer said is played anew on every change.
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
  /** `held`: it would ask again, but the connection's limits say no. */
  | { from: 'note'; note: 'waiting' | 'quiet' | 'held' }
  | { from: 'clock'; minutes: number };

/** What happens on the phone: the customer says something, or lets time go by. */
export type Happening = Heard | { minutes: number };

export type Played = { lines: PreviewLine[]; state: BotState };

/** What is looked at: a queue of the company, in the middle of its bot. */
export type Script = {
  config: BotConfig;
  /** The queue that is edited; the customer chose it in the first menu, or the bot leads there by itself. */
  queueId: number;
  begins: 'chosen' | 'alone';
  /** Names of files by what they belong to, e.g. `queue 3`. */
  files: ReadonlyMap<string, string>;
  about: VariableValues;
};

/** Whoever reads a menu needs a moment; the rules tell the hasty apart. */
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

/** As if it were open, as if it were closed, or by the hours and holidays at a moment. */
export type Clock = 'open' | 'closed' | { at: Date };

/** The script as if it were so. */
export function withClock(script: Script, clock: Clock): Script {
  const { config, about } = script;
  if (typeof clock === 'object') return { ...script, about: { ...about, at: clock.at } };
  if (clock === 'open') return { ...script, config: { ...config, scheduleType: 'disabled' } };
  const never = weekdays.map((weekdayEn) => ({ weekdayEn, startTime: '00:00', endTime: '00:00' }));
  const queues = config.queues.map((queue) => ({ ...queue, schedules: never }));
  return { ...script, config: { ...config, companySchedules: never, holidays: [], queues } };
}

/** Where there is no text for it, the bot goes on although it is closed. */
export function isSilentWhenClosed({ config, queueId }: Script): boolean {
  const text =
    config.scheduleType === 'company' ? config.outOfHoursMessage : config.queues.find(({ id }) => id === queueId)?.outOfHoursMessage;
  return (text ?? '').trim() === '';
}

/** The taps that lead to an option, each with the number it has in its menu. */
export function tapsTo(way: readonly { id: number; number: number }[]): Heard[] {
  return way.map(({ id, number }) => ({ text: String(number), choice: `option:${id}` }));
}
