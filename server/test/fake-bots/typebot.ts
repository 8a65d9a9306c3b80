// Typebot's chat API, as strict as the real one, with one small flow: it greets, asks for a choice, then for a name, and ends.
import { randomUUID } from 'node:crypto';
import { type Answered, type Asked, type BotServer, jsonOf, startBotServer } from './bot-server.ts';

export type FakeTypebot = BotServer & { slug: string; forgetSessions(): void };

const line = (text: string, marks: object = {}) => ({
  id: randomUUID(),
  type: 'text',
  content: { type: 'richText', richText: [{ type: 'p', children: [{ text, ...marks }] }] },
});
const choice = {
  id: 'b1',
  type: 'choice input',
  items: [
    { id: 'i1', content: 'Comprar' },
    { id: 'i2', content: 'Pessoa' },
  ],
  options: {},
};
const question = { id: 'b2', type: 'text input', options: {} };

/** `older`: it knows only the way of older servers. */
export async function startTypebot({ older = false } = {}): Promise<FakeTypebot> {
  const sessions = new Map<string, 'choice' | 'name'>();
  const slug = 'loja';
  const start = (body: Record<string, unknown>): Answered => {
    const variables = body.prefilledVariables as Record<string, unknown> | undefined;
    if (typeof variables?.number !== 'string' || typeof variables.pushName !== 'string') return badRequest('prefilledVariables');
    const sessionId = randomUUID();
    sessions.set(sessionId, 'choice');
    const messages = [line(`Olá, ${variables.pushName}!`, { bold: true }), line('O que deseja?')];
    return {
      json: { sessionId, resultId: randomUUID(), typebot: { id: 't1', version: '6', theme: {}, settings: {} }, messages, input: choice },
    };
  };
  const goOn = (sessionId: string, said: string): Answered => {
    const at = sessions.get(sessionId);
    if (at === undefined) return notFound('Session not found.');
    if (at === 'name') {
      sessions.delete(sessionId);
      return { json: { messages: [line(`Obrigada, ${said}.`)] } };
    }
    if (said === 'Pessoa') return { json: { messages: [line('Um momento.'), line('#{"stopBot":true}')], input: question } };
    if (said !== 'Comprar') return { json: { messages: [line('Invalid message. Please, try again.')], input: choice } };
    sessions.set(sessionId, 'name');
    return { json: { messages: [line('Qual o seu nome?')], input: question } };
  };
  const server = await startBotServer((asked) => {
    if (asked.method !== 'POST' || asked.headers['content-type'] !== 'application/json') return notFound('Not found');
    const body = jsonOf(asked);
    if (!body) return badRequest('body');
    return older ? answerOlder(asked, body) : answerNew(asked, body);
  });
  return { ...server, slug, forgetSessions: () => sessions.clear() };

  function answerNew({ path }: Asked, body: Record<string, unknown>): Answered {
    const begun = /^\/api\/v1\/typebots\/([^/]+)\/startChat$/.exec(path);
    if (begun) {
      if ('message' in body || 'resultId' in body) return badRequest('placeholders');
      return begun[1] === slug ? start(body) : notFound('Typebot not found');
    }
    const going = /^\/api\/v1\/sessions\/([^/]+)\/continueChat$/.exec(path);
    const message = body.message as Record<string, unknown> | undefined;
    if (!going) return { status: 404, text: '<!doctype html><p>Not found' };
    if (message?.type !== 'text' || typeof message.text !== 'string') return badRequest('message');
    return goOn(decodeURIComponent(going[1] ?? ''), message.text);
  }

  function answerOlder({ path }: Asked, body: Record<string, unknown>): Answered {
    if (path !== '/api/v1/sendMessage') return { status: 404, json: { message: 'No procedure found on path', code: 'NOT_FOUND' } };
    const begun = body.startParams as Record<string, unknown> | undefined;
    if (begun) return begun.typebot === slug ? start(begun) : notFound('Typebot not found');
    return typeof body.message === 'string' ? goOn(String(body.sessionId), body.message) : badRequest('message');
  }
}

function notFound(message: string): Answered {
  return { status: 404, json: { defined: true, code: 'NOT_FOUND', status: 404, message } };
}

function badRequest(what: string): Answered {
  return { status: 400, json: { defined: true, code: 'BAD_REQUEST', status: 400, message: `Input validation failed: ${what}` } };
}
