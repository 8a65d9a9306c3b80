// The facts of a company that wait for this process. Those of one chat are received one after the other, in the order in which they came; of
// different chats, those of one ordinary kind are taken in together. While some are received, more arrive: the busier it is, the more go together.
import type { CompanyId, Ctx } from '../../../../../platform/context.ts';
import type { Fact, Together } from './apply-together.ts';

/** How many facts are taken in together. More hold their locks for longer than they save. */
const togetherMax = { texts: 16, ticks: 32 } as const satisfies Record<Together, number>;
/**
 * How many transactions of a company receive at once in this process. A storm of messages at one company then keeps neither its own agents nor
 * other companies from the database.
 */
const atOnce = 4;
/** Of those, how many take facts in together: with fewer, more wait meanwhile, and go together. */
const togetherAtOnce = 2;

export type Waiting = Fact & {
  ctx: Ctx;
  as: Together | null;
  done(): void;
  failed(error: unknown): void;
};

export type Receiving = {
  one(fact: Waiting): Promise<void>;
  /** Resolves with the places of those that are to be received by themselves. */
  together(as: Together, facts: readonly Waiting[]): Promise<ReadonlySet<number>>;
};

export type Intake = {
  /** Resolves when the fact is received; rejects when that failed, and so do those behind it in its chat. `chat`: of its connection. */
  receive(fact: Omit<Waiting, 'done' | 'failed'>, chat: string): Promise<void>;
};

type Kind = Together | 'alone';
const kinds: readonly Kind[] = ['alone', 'texts', 'ticks'];

/** The intake of one company. */
export function createIntake(receiving: Receiving): Intake {
  /** What waits, by chat; the first of a chat is being received, or the chat is in one of the lines of `ready`. */
  const chats = new Map<string, Waiting[]>();
  const ready: Record<Kind, Set<string>> = { alone: new Set(), texts: new Set(), ticks: new Set() };
  const running: Record<Kind, number> = { alone: 0, texts: 0, ticks: 0 };

  const enter = (chat: string) => {
    const [first] = chats.get(chat) ?? [];
    if (first) ready[first.as ?? 'alone'].add(chat);
    else chats.delete(chat);
  };
  const next = (): Kind | undefined => {
    const together = running.texts + running.ticks;
    if (running.alone + together >= atOnce) return undefined;
    // Those of which least run go first, so that no kind keeps another from its turn.
    return kinds
      .filter((kind) => ready[kind].size > 0 && (kind === 'alone' || together < togetherAtOnce))
      .sort((a, b) => running[a] - running[b])[0];
  };
  const begin = () => {
    for (let kind = next(); kind !== undefined; kind = next()) void take(kind);
  };
  const take = async (kind: Kind) => {
    running[kind] += 1;
    const taken = [...ready[kind]].slice(0, kind === 'alone' ? 1 : togetherMax[kind]);
    for (const chat of taken) ready[kind].delete(chat);
    await (kind === 'alone' ? takeOne(taken[0] ?? '') : takeTogether(kind, taken));
    running[kind] -= 1;
    begin();
  };
  const takeOne = async (chat: string) => {
    const line = chats.get(chat) ?? [];
    const [first] = line;
    try {
      if (first) await receiving.one(first);
      line.shift()?.done();
    } catch (error) {
      // What came later, and was found to be genuine as it was, must not be received before it, when the caller tries again.
      const isHeld = ({ under }: Waiting) => under === first?.under;
      const held = line.filter(isHeld);
      line.splice(0, line.length, ...line.filter((fact) => !isHeld(fact)));
      for (const fact of held) fact.failed(error);
    }
    enter(chat);
  };
  const takeTogether = async (kind: Together, taken: readonly string[]) => {
    const facts = taken.flatMap((chat) => chats.get(chat)?.[0] ?? []);
    const left = await receiving.together(kind, facts);
    for (const [place, chat] of taken.entries()) {
      const fact = facts[place];
      if (fact && left.has(place)) fact.as = null;
      else chats.get(chat)?.shift()?.done();
      enter(chat);
    }
  };

  return {
    receive(fact, chat) {
      return new Promise<void>((resolve, reject) => {
        const line = chats.get(chat) ?? [];
        chats.set(chat, line);
        line.push({ ...fact, done: resolve, failed: reject });
        if (line.length > 1) return;
        enter(chat);
        // What comes in one delivery goes together.
        queueMicrotask(begin);
      });
    },
  };
}

const intakes = new WeakMap<Ctx['hub'], Map<CompanyId, Intake>>();

/** The intake of a company in this process. It is kept: it is small, and a company that received once receives again. */
export function intakeOf({ hub, companyId }: Ctx, create: () => Intake): Intake {
  const ofProcess = intakes.get(hub) ?? new Map<CompanyId, Intake>();
  intakes.set(hub, ofProcess);
  const intake = ofProcess.get(companyId) ?? create();
  ofProcess.set(companyId, intake);
  return intake;
}
