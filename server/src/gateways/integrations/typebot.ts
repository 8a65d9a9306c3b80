// Typebot's chat API, and the one of its older servers.
import type { Http, OutsideAnswer } from '../http/outside-call.ts';
import { list, parsed, post, record, text } from './call.ts';
import { type BotAction, type BotAnswer, BotFailure, type Bubble, bubblesMax, shortened, textBubbles } from './port.ts';
import { idIn } from './reply.ts';
import { markdownText, richText } from './typebot-text.ts';

export type TypebotCall = {
  url: string;
  slug: string;
  /** Null begins a conversation. */
  session: string | null;
  text: string;
  variables: { number: string; pushName: string };
  /** Instead of Typebot's own words for an answer that does not fit; empty keeps those. */
  unknownMessage: string;
  signal?: AbortSignal | undefined;
};

/** Marks the sessions of servers that know only the older way. */
const olderMark = 'older:';
const invalidMessage = 'Invalid message. Please, try again.';

/** Goes on with a conversation. One that the server no longer knows begins anew. */
export async function callTypebot(http: Http, call: TypebotCall): Promise<BotAnswer> {
  if (call.session !== null) {
    try {
      return read(await goOn(http, call, call.session), call, call.session);
    } catch (error) {
      if (!(error instanceof BotFailure) || error.reason !== 'not_found') throw error;
    }
  }
  const [answer, older] = await begin(http, call);
  const begun = read(answer, call, null, older);
  // A flow that asks at once wants the customer's first words; one that greets wants their answer to that.
  if (begun.bubbles.length > 0 || begun.session === null || begun.choices.length > 0) return begun;
  return read(await goOn(http, call, begun.session), call, begun.session);
}

async function begin(http: Http, call: TypebotCall): Promise<[OutsideAnswer, boolean]> {
  const { slug, variables: prefilledVariables } = call;
  try {
    const path = `/api/v1/typebots/${encodeURIComponent(slug)}/startChat`;
    return [await send(http, call, path, { isStreamEnabled: false, prefilledVariables }), false];
  } catch (error) {
    // An unknown path is answered by a page or by other words; an unknown bot says so.
    const isUnknownPath = error instanceof BotFailure && error.status === 404 && !/typebot/i.test(error.message);
    if (!isUnknownPath) throw error;
    return [await send(http, call, '/api/v1/sendMessage', { startParams: { typebot: slug, prefilledVariables } }), true];
  }
}

function goOn(http: Http, call: TypebotCall, session: string): Promise<OutsideAnswer> {
  if (session.startsWith(olderMark))
    return send(http, call, '/api/v1/sendMessage', { sessionId: session.slice(olderMark.length), message: call.text });
  return send(http, call, `/api/v1/sessions/${encodeURIComponent(session)}/continueChat`, { message: { type: 'text', text: call.text } });
}

function send(http: Http, { url, signal }: TypebotCall, path: string, body: unknown): Promise<OutsideAnswer> {
  return post(http, { url: url.replace(/\/+$/, '') + path, body: JSON.stringify(body), signal });
}

function read({ body, status }: OutsideAnswer, { unknownMessage }: TypebotCall, session: string | null, older = false): BotAnswer {
  const raw = shortened(body);
  const json = record(parsed(body));
  if (!json || !Array.isArray(json.messages)) throw new BotFailure('garbage', 'messages', false, status, raw);
  const begun = text(json.sessionId);
  const known = session ?? (begun === '' ? null : (older ? olderMark : '') + begun);
  return { ...readMessages(json, unknownMessage), session: isOver(json) ? null : known, status, raw };
}

/** No question is open, so the flow has ended. */
function isOver(json: Record<string, unknown>): boolean {
  if (record(json.input)) return false;
  return !list(json.clientSideActions).some((action) => record(action)?.expectsDedicatedReply === true);
}

/** Of one step. More than is told, since commands count too. */
const messagesMax = 100;

/** What a step of a flow says, asks and wants done. Pure. */
export function readMessages(json: Record<string, unknown>, unknownMessage: string): Pick<BotAnswer, 'bubbles' | 'choices' | 'action'> {
  const bubbles: Bubble[] = [];
  let action: BotAction | null = null;
  for (const message of list(json.messages).slice(0, messagesMax).map(record)) {
    if (!message) continue;
    for (const bubble of bubblesOf(message)) {
      const command = bubble.type === 'text' ? commandIn(bubble.text) : null;
      if (command) action ??= command;
      else if (bubble.type === 'text' && bubble.text === invalidMessage && unknownMessage.trim() !== '')
        bubbles.push(...textBubbles(unknownMessage));
      else bubbles.push(bubble);
    }
  }
  for (const each of list(json.clientSideActions)) bubbles.push(...textBubbles(text(record(record(each)?.redirect)?.url)));
  return { bubbles: bubbles.slice(0, bubblesMax), choices: choicesIn(record(json.input)), action };
}

function bubblesOf({ type, content }: Record<string, unknown>): Bubble[] {
  const inner = record(content) ?? {};
  const url = text(inner.url);
  switch (type) {
    case 'text':
      return textBubbles(
        inner.type === 'markdown' ? markdownText(text(inner.markdown)) : inner.richText ? richText(inner.richText) : text(inner.plainText),
      );
    case 'image':
      return url ? [{ type: 'file', as: 'image', url, name: null, caption: '' }] : [];
    case 'audio':
      return url ? [{ type: 'file', as: 'audio', url, name: null, caption: '' }] : [];
    case 'video':
      return url && (inner.type === undefined || inner.type === 'url')
        ? [{ type: 'file', as: 'video', url, name: null, caption: '' }]
        : textBubbles(url);
    default:
      return textBubbles(url);
  }
}

/** A text that begins with `#` and JSON is for us: `{"stopBot":true}`, `{"queueId":1}`, `{"queueId":1,"userId":2}`. */
function commandIn(written: string): BotAction | null {
  if (!written.startsWith('#')) return null;
  const command = record(parsed(written.slice(1)));
  if (!command) return null;
  if (command.stopBot === true) return { do: 'stop' };
  const queueId = idIn(command.queueId);
  return queueId === null ? null : { do: 'transfer', queueId, userId: idIn(command.userId) };
}

function choicesIn(input: Record<string, unknown> | null): string[] {
  if (input?.type !== 'choice input' && input?.type !== 'picture choice input') return [];
  const items = list(input.items).map(record);
  return items.map((item) => text(item?.content) || text(item?.title)).filter(Boolean);
}
