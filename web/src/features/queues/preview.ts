// A conversation with the bot, played by the rules the server follows. Pure: what the customer said is played anew on every change.
import { type BotChoices, type BotConfig, type BotEffect, type BotState, botStart, type Heard, step } from '@balcao/contract/chatbot-rules';
import { weekdays } from '@balcao/contract/schedule-rules';
import { fillVariables, type VariableValues } from '@balcao/contract/variables-rules';

export type PreviewLine =
  | { from: 'customer' | 'bot'; text: string; choices: BotChoices | null }
  | { from: 'bot'; file: string }
  | { from: 'note'; note: 'waiting' | 'quiet' };

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

/** Everything said after these words of the customer. */
export function play({ config, queueId, begins, files, about }: Script, heard: readonly Heard[]): Played {
  const isAlone = begins === 'alone';
  let state: BotState = isAlone ? botStart : { ...botStart, at: 'menu' };
  const lines: PreviewLine[] = [];
  const [first, ...said] = [
    isAlone ? { text: 'Olá!', choice: null } : { text: numberOf(config, queueId), choice: `queue:${queueId}` },
    ...heard,
  ];
  for (const [index, words] of [first, ...said].entries()) {
    lines.push({ from: 'customer', text: words.text, choices: null });
    const turn = step(config, state, words, new Date(about.at.getTime() + index * pauseMs));
    const answers = turn.effects.flatMap((effect) => lineOf(effect, files, about));
    lines.push(...answers);
    if (turn.state.at === 'waiting') lines.push({ from: 'note', note: 'waiting' });
    else if (answers.length === 0) lines.push({ from: 'note', note: 'quiet' });
    state = turn.state;
  }
  return { lines, state };
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

export type Clock = 'now' | 'open' | 'closed';

/** The hours as if it were so: always open, never open, or as they are. */
export function withClock(config: BotConfig, clock: Clock): BotConfig {
  if (clock === 'now') return config;
  if (clock === 'open') return { ...config, scheduleType: 'disabled' };
  const never = weekdays.map((weekdayEn) => ({ weekdayEn, startTime: '00:00', endTime: '00:00' }));
  return { ...config, companySchedules: never, queues: config.queues.map((queue) => ({ ...queue, schedules: never })) };
}

/** The taps that lead to an option, each with the number it has in its menu. */
export function tapsTo(way: readonly { id: number; number: number }[]): Heard[] {
  return way.map(({ id, number }) => ({ text: String(number), choice: `option:${id}` }));
}
