// What n8n and webhooks answer. Workflows of other products answer in several forms; whatever says nothing is no answer. Pure.
import { list, parsed, record, text } from './call.ts';
import { type BotAction, type Bubble, bubblesMax, textBubbles } from './port.ts';

export type Reply = { bubbles: Bubble[]; action: BotAction | null };

/** n8n says so when the workflow answers later, by itself. */
const started = 'Workflow was started';
const words = ['output', 'answer', 'text', 'reply'] as const;
const kinds = ['image', 'video', 'audio', 'document'] as const;

/** Null if it is something that no workflow means for a customer, such as a page. */
export function replyOf(body: Buffer, contentType: string): Reply | null {
  const written = body.toString('utf8').trim();
  if (written === '') return { bubbles: [], action: null };
  const json = parsed(written);
  if (json !== undefined) return bounded(replyIn(json));
  return contentType.startsWith('text/plain') ? bounded({ bubbles: textBubbles(written), action: null }) : null;
}

/** Reads a JSON value as a reply: a text, an object, or a list of those. */
export function replyIn(json: unknown): Reply {
  if (typeof json === 'string') return { bubbles: textBubbles(json), action: null };
  if (Array.isArray(json))
    return joined(json.slice(0, bubblesMax).map((item) => (Array.isArray(item) ? { bubbles: [], action: null } : replyIn(item))));
  const object = record(json);
  if (!object || object.message === started) return { bubbles: [], action: null };
  const said = words.map((word) => text(object[word])).find((each) => each.trim() !== '') ?? '';
  return { bubbles: [...textBubbles(said), ...list(object.messages).flatMap(messageIn)], action: actionIn(object) };
}

function messageIn(json: unknown): Bubble[] {
  if (typeof json === 'string') return textBubbles(json);
  const message = record(json);
  if (!message) return [];
  const as = kinds.find((kind) => kind === message.type);
  const url = text(message.url);
  if (!as || url === '') return textBubbles(text(message.text));
  return [{ type: 'file', as, url, name: text(message.name ?? message.filename) || null, caption: text(message.caption ?? message.text) }];
}

/** Numbers may come as digits, as workflows like to make them. */
export function actionIn(object: Record<string, unknown>): BotAction | null {
  switch (object.action) {
    case 'transfer':
      return { do: 'transfer', queueId: idIn(object.queueId), userId: idIn(object.userId) };
    case 'close':
    case 'stop':
      return { do: object.action };
    default:
      return null;
  }
}

export function idIn(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}

function joined(replies: readonly Reply[]): Reply {
  return { bubbles: replies.flatMap(({ bubbles }) => bubbles), action: replies.find(({ action }) => action)?.action ?? null };
}

function bounded({ bubbles, action }: Reply): Reply {
  return { bubbles: bubbles.slice(0, bubblesMax), action };
}
