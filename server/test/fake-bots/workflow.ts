// A workflow of n8n, or another webhook: it takes only what is signed with its secret.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Answered, type Asked, type BotServer, jsonOf, startBotServer } from './bot-server.ts';

export type FakeWorkflow = BotServer & {
  /** Null takes what is not signed. */
  secret: string | null;
  /** What it answers to a message. */
  answer(envelope: Record<string, unknown>): Answered;
  /** The events it answered with success, without repetitions. */
  events(): string[];
};

export async function startWorkflow(): Promise<FakeWorkflow> {
  const accepted = new Set<string>();
  const server = await startBotServer((asked) => {
    if (asked.method !== 'POST')
      return { status: 404, json: { code: 404, message: `This webhook is not registered for ${asked.method} requests.` } };
    const envelope = jsonOf(asked);
    if (!envelope) return { status: 400, json: { message: 'body' } };
    if (fake.secret !== null && !isSigned(asked, fake.secret)) return { status: 403, text: 'Authorization data is wrong!' };
    if (asked.headers['x-event-id'] !== envelope.id) return { status: 400, json: { message: 'X-Event-Id' } };
    accepted.add(String(envelope.id));
    return fake.answer(envelope);
  });
  const fake: FakeWorkflow = {
    ...server,
    secret: null,
    answer: ({ chatInput }) => ({ json: { output: `Você disse: ${String(chatInput)}` } }),
    events: () => [...accepted],
  };
  return fake;
}

function isSigned({ headers, body }: Asked, secret: string): boolean {
  const given = Buffer.from(String(headers['x-signature-256'] ?? ''));
  const right = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  return given.length === right.length && timingSafeEqual(given, right);
}
