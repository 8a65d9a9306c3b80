// In place of the server, at the edge of the browser: what a test says it answers, and what it was asked.
import { vi } from 'vitest';

type Asked = { route: string; query: URLSearchParams; body: unknown; token: string | null };
/** An answer, or what gives one, at once or later. */
type Answer = unknown | ((asked: Asked) => unknown);

class Refused {
  constructor(
    readonly status: number,
    readonly body: object,
  ) {}
}

/** Instead of an answer: the server refuses. */
export function refused(error: string, status = 403, more: object = {}): Refused {
  return new Refused(status, { error, ...more });
}

/** An answer that the test gives when it wants to. */
export function deferred<T = unknown>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/**
 * Answers calls, and uploads, by method and address without the query, such as `PUT /tags/1`. What is not named is not found.
 * `answers` may be changed later. `told` lists what changed something. Undone by `vi.unstubAllGlobals`.
 */
export function serve(answers: Record<string, Answer>) {
  const asked: Asked[] = [];
  const reply = async (method: string, address: string, body: unknown, token: string | null) => {
    const url = new URL(address, 'http://balcao.example');
    const call: Asked = { route: `${method} ${url.pathname}`, query: url.searchParams, body: readable(body), token };
    asked.push(call);
    const given = call.route in answers ? answers[call.route] : refused('ERR_NOT_FOUND', 404);
    const answer: unknown = await (typeof given === 'function' ? given(call) : given);
    return answer instanceof Refused
      ? { status: answer.status, text: JSON.stringify(answer.body) }
      : { status: 200, text: JSON.stringify(answer ?? {}) };
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const { status, text } = await reply(method, url, body, new Headers(headers).get('Authorization'));
    return new Response(text, { status });
  });
  vi.stubGlobal('XMLHttpRequest', uploads(reply));
  return { answers, asked, told: () => asked.filter(({ route }) => !route.startsWith('GET ')) };
}

function readable(body: unknown): unknown {
  if (body instanceof FormData) return Object.fromEntries(body.entries());
  return typeof body === 'string' ? JSON.parse(body) : undefined;
}

type Reply = (method: string, address: string, body: unknown, token: string | null) => Promise<{ status: number; text: string }>;

/** As much of XMLHttpRequest as uploads need. */
function uploads(reply: Reply) {
  return class {
    upload = { onprogress: (_event: object) => {} };
    status = 0;
    responseText = '';
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    onloadend = () => {};
    #open: [string, string] = ['POST', '/'];
    #token: string | null = null;
    #aborted = false;
    open(...call: [string, string]) {
      this.#open = call;
    }
    setRequestHeader(name: string, value: string) {
      if (name === 'Authorization') this.#token = value;
    }
    send(body: FormData) {
      this.upload.onprogress({ lengthComputable: true, loaded: 1, total: 2 });
      reply(...this.#open, body, this.#token)
        .then(
          ({ status, text }) => {
            if (this.#aborted) return;
            Object.assign(this, { status, responseText: text });
            this.onload();
          },
          () => this.onerror(),
        )
        .finally(() => this.onloadend());
    }
    abort() {
      this.#aborted = true;
      this.onabort();
    }
  };
}
