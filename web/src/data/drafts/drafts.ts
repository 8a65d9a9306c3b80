// Drafts: what a person writes is in this browser at once, and a moment later on the server for their other devices. Of two copies the later
// one counts, so nothing typed without a connection is lost, and nothing sent comes back.
import { type DraftKind, emptyDraftsLastMs, replaces } from '@balcao/contract/draft-rules';
import type { DraftView } from '@balcao/contract/drafts';
import { api } from '../../platform/api.ts';
import { now } from '../../platform/clock.ts';
import { onSignOut, sessionToken } from '../../platform/session.ts';
import { ownKey, readStored, useStored, writeStored } from '../../platform/storage.ts';
import { untilDone } from '../../platform/until-done.ts';
import { draftKey } from './draft-key.ts';

/** A draft; survives a reload, and is the same in all tabs and on all devices of the person. */
export function useDraft(ticketId: number, kind: DraftKind = 'message'): [string, (text: string) => void] {
  const [text] = useStored(draftKey(ticketId, kind), '');
  return [text, (next) => writeDraft(ticketId, kind, next)];
}

/** Keeps what the person wrote; the server gets it when they pause. */
export function writeDraft(ticketId: number, kind: DraftKind, text: string): void {
  const id = idOf(ticketId, kind);
  writeStored(draftKey(ticketId, kind), text || null);
  setTime(id, { at: laterThan(times()[id]?.at), unsent: true, typed: now() });
  window.clearTimeout(timers.get(id));
  // What was sent or deleted must be gone elsewhere at once.
  const waitMs = text === '' ? 0 : pauseMs;
  timers.set(
    id,
    window.setTimeout(() => void sendDraft(ticketId, kind, true), waitMs),
  );
}

/** Now, or right after what is known, if this device's clock is behind. */
function laterThan(at: string | undefined): string {
  return new Date(Math.max(now(), at ? Date.parse(at) + 1 : 0)).toISOString();
}

/** A draft as another device, or the server, has it. One that is not newer than ours changes nothing, nor any while the person types here. */
export function applyDraft(draft: DraftView): void {
  const id = idOf(draft.ticketId, draft.kind);
  const held = times()[id];
  if (!replaces(held, draft)) return;
  if (held?.typed !== undefined && now() - held.typed < pauseMs) {
    setTime(id, { ...held, at: laterThan(draft.at) });
    return;
  }
  setTime(id, { at: draft.at, unsent: false });
  writeStored(draftKey(draft.ticketId, draft.kind), draft.text || null);
}

/** Sends what the server does not have yet, and gets what other devices wrote. */
export async function syncDrafts(): Promise<void> {
  const mine = Object.entries(times());
  for (const [id, { unsent }] of mine) if (unsent) await sendDraft(...partsOf(id));
  for (const draft of await api('GET /v1/drafts')) applyDraft(draft);
  const old = now() - emptyDraftsLastMs;
  for (const [id, { at, unsent }] of mine) {
    if (!unsent && Date.parse(at) < old && readStored(draftKey(...partsOf(id))) === null) setTime(id, null);
  }
}

let endSync = () => {};

/** As `syncDrafts`, until the server has answered. */
export function syncUntilDone(): void {
  endSync();
  endSync = untilDone(async () => {
    await syncDrafts();
    return true;
  });
}

const pauseMs = 800;
const timers = new Map<string, number>();
onSignOut(() => {
  endSync();
  for (const timer of timers.values()) window.clearTimeout(timer);
  timers.clear();
});

/** `justTyped`: it is the latest, whatever the clocks of other devices say. */
async function sendDraft(ticketId: number, kind: DraftKind, justTyped = false): Promise<void> {
  const id = idOf(ticketId, kind);
  const sent = times()[id];
  if (!sent?.unsent || sessionToken() === null) return;
  const text = readStored(draftKey(ticketId, kind)) ?? '';
  try {
    const held = await api('PUT /v1/tickets/:ticketId/drafts/:draftKind', {
      params: { ticketId, draftKind: kind },
      body: { text, at: sent.at },
    });
    // What was typed meanwhile is on its way itself.
    if (times()[id]?.at !== sent.at) return;
    if (justTyped && replaces(sent, held) && held.text !== text) {
      setTime(id, { at: laterThan(held.at), unsent: true });
      return await sendDraft(ticketId, kind);
    }
    setTime(id, { at: held.at, unsent: false });
    writeStored(draftKey(ticketId, kind), held.text || null);
  } catch {
    // It is sent when the line is back.
  }
}

type Times = Record<string, { at: string; unsent: boolean; typed?: number }>;

/** When each draft was typed, and which of them the server does not have. `typed`: by the clock of this device. All tabs share it. */
function times(): Times {
  try {
    return JSON.parse(readStored(ownKey('draftTimes')) ?? '{}') as Times;
  } catch {
    return {};
  }
}

function setTime(id: string, time: Times[string] | null): void {
  const { [id]: _, ...others } = times();
  writeStored(ownKey('draftTimes'), JSON.stringify(time ? { ...others, [id]: time } : others));
}

const idOf = (ticketId: number, kind: DraftKind) => `${ticketId}:${kind}`;

function partsOf(id: string): [number, DraftKind] {
  const [ticketId, kind] = id.split(':');
  return [Number(ticketId), kind === 'note' ? 'note' : 'message'];
}
