/** Nobody's turn came: too many were waiting, or for too long. */
export class NoTurn extends Error {}

/** Runs at most `atOnce` tasks at once, in order. With `patience`, rejects with `NoTurn` what would wait too long, or behind too many. */
export function takeTurns(atOnce: number, patience?: { waiting: number; ms: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      if (patience && waiting.length >= patience.waiting) {
        reject(new NoTurn('too many are waiting'));
        return;
      }
      const timer = patience && setTimeout(giveUp, patience.ms);
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      function giveUp() {
        waiting.splice(waiting.indexOf(go), 1);
        reject(new NoTurn('waited too long'));
      }
      waiting.push(go);
    });

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await turn();
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
