// A strict local provider of language models: it speaks the API of OpenAI, refuses what that would refuse, and fails as it is told.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Asked = { path: string; body: Record<string, unknown>; file?: { name: string; bytes: Buffer } };

/** What happens to a request instead of an answer. `silence`: nothing, ever. */
export type Trouble =
  | { status: number; code?: string; param?: string; message?: string; headers?: Record<string, string> }
  | { redirect: string }
  | 'silence'
  | 'garbage'
  | 'huge'
  | 'empty';

export type FakeModels = {
  url: string;
  origin: string;
  asked: Asked[];
  /** The answers to come, one each; then `Pois não.` */
  answers: (string | Trouble)[];
  /** What happens next while it thinks; then nothing. */
  meanwhile: (() => Promise<unknown>) | null;
  /** What every voice message says. */
  transcript: string;
  /** The sound of everything that is to be spoken; null: this provider cannot speak. */
  speech: Uint8Array | null;
  close(): Promise<void>;
};

export const fakeKey = 'sk-balcao-0123456789';

/** Answers on a port of its own. */
export async function startFakeModels(): Promise<FakeModels> {
  const fake: FakeModels = {
    url: '',
    origin: '',
    asked: [],
    answers: [],
    meanwhile: null,
    transcript: 'Qual é o horário?',
    speech: null,
    close: async () => {},
  };
  const server = createServer((request, response) => {
    respond(fake, request, response).catch((error: unknown) => refuse(response, { status: 500, message: String(error) }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  fake.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fake.url = `${fake.origin}/v1`;
  fake.close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return fake;
}

async function respond(fake: FakeModels, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const raw = Buffer.concat(parts);
  const path = request.url ?? '';
  if (request.headers.authorization !== `Bearer ${fakeKey}`) return refuse(response, { status: 401, code: 'invalid_api_key' });
  if (request.method !== 'POST') return refuse(response, { status: 405 });
  switch (path) {
    case '/v1/chat/completions':
      await happen(fake);
      return chat(fake, path, raw, response);
    case '/v1/audio/transcriptions': {
      const asked = await formOf(request, raw);
      fake.asked.push({ path, ...asked });
      if (!asked.file || asked.file.bytes.length === 0 || typeof asked.body.model !== 'string') return refuse(response, { status: 400 });
      return json(response, { text: fake.transcript, usage: { type: 'tokens', input_tokens: 30, output_tokens: 5, total_tokens: 35 } });
    }
    case '/v1/audio/speech': {
      const body = JSON.parse(raw.toString()) as Record<string, unknown>;
      fake.asked.push({ path, body });
      if (!fake.speech) return refuse(response, { status: 404, message: 'no such path' });
      const unknown = Object.keys(body).find((field) => !['model', 'voice', 'input', 'response_format'].includes(field));
      if (unknown) return refuse(response, { status: 400, code: 'unknown_parameter', param: unknown });
      if (body.response_format !== 'opus' || typeof body.input !== 'string' || body.input === '' || body.input.length > 4096)
        return refuse(response, { status: 400, param: 'input' });
      return response.writeHead(200, { 'content-type': 'audio/opus' }).end(fake.speech);
    }
    default:
      return refuse(response, { status: 404, message: `no such path: ${path}` });
  }
}

const fields = new Set(['model', 'messages', 'max_tokens', 'max_completion_tokens', 'temperature']);
const roles = new Set(['system', 'user', 'assistant']);

async function happen(fake: FakeModels): Promise<void> {
  const { meanwhile } = fake;
  fake.meanwhile = null;
  await meanwhile?.();
}

/** Writes an answer, or nothing at all. */
function chat(fake: FakeModels, path: string, raw: Buffer, response: ServerResponse): unknown {
  const body = JSON.parse(raw.toString()) as Record<string, unknown>;
  fake.asked.push({ path, body });
  const unknown = Object.keys(body).find((field) => !fields.has(field));
  if (unknown) return refuse(response, { status: 400, code: 'unknown_parameter', param: unknown });
  const messages = body.messages as { role: string; content: unknown }[];
  if (
    !Array.isArray(messages) ||
    messages.length === 0 ||
    !messages.every((each) => roles.has(each.role) && typeof each.content === 'string')
  )
    return refuse(response, { status: 400, param: 'messages' });
  if (body.model === 'gone') return refuse(response, { status: 404, code: 'model_not_found', message: 'The model `gone` does not exist' });
  if (body.model === 'reasoning') {
    if ('max_tokens' in body) return refuse(response, { status: 400, code: 'unsupported_parameter', param: 'max_tokens' });
    if ('temperature' in body) return refuse(response, { status: 400, code: 'unsupported_value', param: 'temperature' });
  }
  if ('max_tokens' in body === 'max_completion_tokens' in body) return refuse(response, { status: 400, param: 'max_tokens' });
  const next = fake.answers.shift() ?? 'Pois não.';
  if (next === 'silence') return;
  if (next === 'garbage') return response.writeHead(200, { 'content-type': 'text/html' }).end('<html>oi</html>');
  if (next === 'huge') return response.writeHead(200).end(Buffer.alloc(10_000_000, 32));
  if (typeof next === 'object' && 'redirect' in next) return response.writeHead(307, { location: next.redirect }).end();
  if (typeof next === 'object') return refuse(response, next);
  const text = next === 'empty' ? '' : next;
  return json(response, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: body.model,
    choices: [{ index: 0, message: { role: 'assistant', content: text, refusal: null }, finish_reason: text === '' ? 'length' : 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  });
}

async function formOf(request: IncomingMessage, raw: Buffer): Promise<Omit<Asked, 'path'>> {
  const type = request.headers['content-type'] ?? '';
  const form = await new Response(new Uint8Array(raw), { headers: { 'content-type': type } }).formData();
  const body: Record<string, unknown> = {};
  let file: Asked['file'];
  for (const [name, value] of form) {
    if (typeof value === 'string') body[name] = value;
    else file = { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) };
  }
  return file ? { body, file } : { body };
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function refuse(
  response: ServerResponse,
  { status, code, param, message = 'refused', headers }: Exclude<Trouble, string | { redirect: string }>,
): void {
  const error = { message, type: 'invalid_request_error', param: param ?? null, code: code ?? null };
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }));
}
