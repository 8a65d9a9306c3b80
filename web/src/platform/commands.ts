// Commands: actions with a name. A component registers those that work while it is shown, so the palette and the list of keys show exactly
// those. Which keys a command has, the person may choose.
import type { CommandId } from '@balcao/contract/command-rules';
import { useEffect, useEffectEvent } from 'react';
import { isAltGr, isTyping, strokeMatches } from './keys.ts';
import { chosenShortcuts, currentKeys, useShortcuts } from './session.ts';
import { createStore, useStore } from './store.ts';

export type Command = { id: CommandId; label: string };
type Registered = Command & { run: () => void };

const registered = createStore<readonly Registered[]>([]);
const subject = createStore<string | null>(null);
/** After the first letter of `G A`, this long for the second. */
const secondLetterMs = 1500;

/** Registers a command while the component is mounted and `enabled`. Where two have the same id, the later one runs. */
export function useCommand(id: CommandId, label: string, run: () => void, enabled = true): void {
  const latest = useEffectEvent(run);
  useEffect(() => {
    if (enabled) return register([{ id, label, run: () => latest() }]);
  }, [id, label, enabled]);
}

/** As `useCommand`, for several at once. */
export function useCommands(commands: readonly Registered[]): void {
  const latest = useEffectEvent((id: CommandId) => commands.find((each) => each.id === id)?.run());
  const names = commands.map(({ id, label }) => `${id} ${label}`).join('\n');
  useEffect(() => {
    const named = names ? names.split('\n').map((name) => name.split(/ (.*)/s) as [CommandId, string]) : [];
    return register(named.map(([id, label]) => ({ id, label, run: () => latest(id) })));
  }, [names]);
}

function register(added: readonly Registered[]): () => void {
  registered.set([...added, ...registered.get()]);
  return () => registered.set(registered.get().filter((other) => !added.includes(other)));
}

/** The commands that work at this moment, in the order in which they were registered. */
export function useReachable(): readonly Command[] {
  const seen = new Set<CommandId>();
  return [...useStore(registered)].reverse().filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Runs a command, if it still works. */
export function runCommand(id: CommandId): void {
  registered
    .get()
    .find((command) => command.id === id)
    ?.run();
}

/** What the commands of a conversation are about, while it is open: the contact's name. */
export function useSubject(name: string | null): void {
  useEffect(() => {
    subject.set(name);
    return () => subject.set(null);
  }, [name]);
}

export function useSubjectName(): string | null {
  return useStore(subject);
}

/** The keys of a command as they are shown, for a tooltip; undefined if it has none. */
export function useKeysOf(id: CommandId): string | undefined {
  const { used } = useShortcuts();
  const keys = currentKeys(id);
  return used && keys ? showKeys(keys) : undefined;
}

/** `Alt+J` as it is shown: `Alt J`, with ⌘ on a Mac. */
export function showKeys(keys: string): string {
  const mac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return keys
    .split('+')
    .map((key) => (mac && key === 'Ctrl' ? '⌘' : mac && key === 'Alt' ? '⌥' : key))
    .join(' ');
}

/** Listens for all keys; once, at the top of the app. Answers how to stop. */
export function listenForCommands(): () => void {
  let first = '';
  let firstAt = 0;
  let leftAlt = false;
  const onAlt = (event: KeyboardEvent) => {
    if (event.code === 'AltLeft') leftAlt = event.type === 'keydown';
  };
  const onKey = (event: KeyboardEvent) => {
    onAlt(event);
    if (event.defaultPrevented || event.isComposing || isAltGr(event, leftAlt)) return;
    const held = event.ctrlKey || event.metaKey || event.altKey || event.getModifierState('AltGraph');
    if (!held && isTyping(event.target)) return;
    const before = event.timeStamp - firstAt < secondLetterMs ? first : '';
    if (event.key.length === 1) first = '';
    const { used } = chosenShortcuts();
    const matching = (pair: string) =>
      registered.get().find(({ id }) => {
        if (!used && id !== 'app.keys') return false;
        const [one = '', two] = (currentKeys(id) ?? '').split(' ');
        return two ? pair === one && strokeMatches(two, event) : pair === '' && one !== '' && strokeMatches(one, event);
      });
    const found = (before && matching(before)) || matching('');
    if (found) {
      event.preventDefault();
      found.run();
    } else if (!held && /^[a-z]$/i.test(event.key) && !event.shiftKey) {
      first = event.key.toUpperCase();
      firstAt = event.timeStamp;
    }
  };
  window.addEventListener('keydown', onKey);
  window.addEventListener('keyup', onAlt);
  return () => {
    window.removeEventListener('keydown', onKey);
    window.removeEventListener('keyup', onAlt);
  };
}
