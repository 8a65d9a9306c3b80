// Dialogflow ES over REST. The token is made and signed here, by the company's service account; its library would bring 97 MB for that.
import type { IntegrationLanguage, ServiceAccount } from '@balcao/contract/integration-rules';
import { importPKCS8, SignJWT } from 'jose';
import type { Http } from '../http/outside-call.ts';
import { list, parsed, post, record, text } from './call.ts';
import { type BotAnswer, BotFailure, type Bubble, bubblesMax, shortened, textBubbles } from './port.ts';
import { type Reply, replyIn } from './reply.ts';

export type DialogflowCall = {
  project: string;
  account: ServiceAccount;
  language: IntegrationLanguage;
  /** Of our making, at most 36 bytes. */
  session: string;
  text: string;
  signal?: AbortSignal | undefined;
};

/** Longer texts are refused. */
const queryMax = 256;
const scope = 'https://www.googleapis.com/auth/cloud-platform https://www.googleapis.com/auth/dialogflow';

export async function callDialogflow(http: Http, baseUrl: string, call: DialogflowCall): Promise<BotAnswer> {
  const path = `/v2/projects/${encodeURIComponent(call.project)}/agent/sessions/${encodeURIComponent(call.session)}:detectIntent`;
  const answer = await post(http, {
    url: `${baseUrl}${path}`,
    body: JSON.stringify({ queryInput: { text: { text: cut(call.text), languageCode: call.language } } }),
    headers: { authorization: `Bearer ${await tokenOf(call.account)}` },
    signal: call.signal,
  });
  const raw = shortened(answer.body);
  const result = record(record(parsed(answer.body))?.queryResult);
  if (!result) throw new BotFailure('garbage', 'queryResult', false, answer.status, raw);
  return { ...readResult(result), session: call.session, status: answer.status, raw };
}

/** A surrogate pair is not cut in two. */
function cut(written: string): string {
  return [...written].slice(0, queryMax).join('').slice(0, queryMax);
}

async function tokenOf({ client_email, private_key, private_key_id }: ServiceAccount): Promise<string> {
  const key = await importPKCS8(private_key, 'RS256').catch(() => {
    throw new BotFailure('credentials', 'private_key', false);
  });
  return new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(private_key_id ? { kid: private_key_id } : {}) })
    .setIssuer(client_email)
    .setSubject(client_email)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key);
}

/** Its messages for no platform in particular; the plain text where there are none. Pure. */
export function readResult(result: Record<string, unknown>): Reply & { choices: string[] } {
  const messages = list(result.fulfillmentMessages)
    .map(record)
    .filter((message) => message !== null && isForAll(message.platform));
  const parts = messages.map((message) => partOf(message ?? {}));
  const said = parts.flatMap(({ bubbles }) => bubbles);
  const bubbles = (said.length > 0 ? said : textBubbles(text(result.fulfillmentText))).slice(0, bubblesMax);
  const ends = record(result.intent)?.endInteraction === true || record(result.diagnosticInfo)?.end_conversation === true;
  const action = parts.find((part) => part.action)?.action ?? (ends ? { do: 'stop' as const } : null);
  return { bubbles, action, choices: parts.flatMap(({ choices }) => choices) };
}

function isForAll(platform: unknown): boolean {
  return platform === undefined || platform === null || platform === 'PLATFORM_UNSPECIFIED' || platform === 0;
}

function partOf(message: Record<string, unknown>): Reply & { choices: string[] } {
  const nothing = { bubbles: [] as Bubble[], action: null, choices: [] as string[] };
  const quick = record(message.quickReplies);
  if (quick) return { ...nothing, bubbles: textBubbles(text(quick.title)), choices: list(quick.quickReplies).map(text).filter(Boolean) };
  const card = record(message.card);
  if (card) return { ...nothing, bubbles: cardBubbles(card) };
  const image = text(record(message.image)?.imageUri);
  if (image) return { ...nothing, bubbles: [{ type: 'file', as: 'image', url: image, name: null, caption: '' }] };
  if (message.payload) return { ...nothing, ...replyIn(message.payload) };
  return { ...nothing, bubbles: textBubbles(list(record(message.text)?.text).map(text).join('\n')) };
}

function cardBubbles(card: Record<string, unknown>): Bubble[] {
  const title = [text(card.title) && `*${text(card.title)}*`, text(card.subtitle)].filter(Boolean).join('\n');
  const image = text(card.imageUri);
  return image ? [{ type: 'file', as: 'image', url: image, name: null, caption: title }] : textBubbles(title);
}
