// n8n and webhooks: one signed call for each message; what is to be said stands in its answer.
import { createHmac } from 'node:crypto';
import type { Http } from '../http/outside-call.ts';
import { post } from './call.ts';
import { type BotAnswer, BotFailure, shortened } from './port.ts';
import { replyOf } from './reply.ts';

export type WebhookCall = { url: string; secret: string | null; eventId: string; body: string; signal?: AbortSignal | undefined };

export async function callWebhook(http: Http, { url, secret, eventId, body, signal }: WebhookCall): Promise<BotAnswer> {
  const headers: Record<string, string> = { 'x-event-id': eventId };
  if (secret !== null) headers['x-signature-256'] = signatureOf(secret, body);
  const answer = await post(http, { url, body, headers, signal });
  const raw = shortened(answer.body);
  const reply = replyOf(answer.body, answer.headers['content-type'] ?? '');
  if (!reply) throw new BotFailure('garbage', answer.headers['content-type'] ?? '', false, answer.status, raw);
  return { ...reply, choices: [], session: null, status: answer.status, raw };
}

/** The value of `X-Signature-256` for these bytes. */
export function signatureOf(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
