// Calls by route, typed from the contract, as one signed-in (or anonymous) person.
import type { AnswerOf, CallOf, Route } from '@balcao/contract';
import type { SessionUser } from '@balcao/contract/users';
import { io, type Socket } from 'socket.io-client';

export class CallFailed extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    readonly body: unknown,
  ) {
    super(`${status} ${error}`);
  }
}

export type Client = {
  user: SessionUser;
  token: string;
  cookie: string;
  call<R extends Route>(route: R, input?: Partial<CallOf<R>> & { headers?: Record<string, string> }): Promise<AnswerOf<R>>;
  /** A socket that has heard `ready`. Close it yourself. */
  socket(): Promise<Socket>;
};

/** Sends one request and throws `CallFailed` for anything but success. */
export async function call(
  url: string,
  route: string,
  input: { params?: unknown; query?: unknown; body?: unknown; token?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const [method = 'GET', pattern = '/'] = route.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String((input.params as Record<string, unknown>)?.[key])));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries((input.query as object) ?? {})) {
    if (value !== undefined) query.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const form = input.body instanceof FormData;
  const response = await fetch(`${url}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: {
      ...(input.body !== undefined && !form ? { 'content-type': 'application/json' } : {}),
      ...(input.token ? { authorization: `Bearer ${input.token}` } : {}),
      ...input.headers,
    },
    body: input.body === undefined ? null : form ? (input.body as FormData) : JSON.stringify(input.body),
  });
  if (!response.ok) {
    const body = (await response.json().catch(() => ({}))) as { error?: string };
    throw new CallFailed(response.status, body.error ?? '', body);
  }
  return response;
}

/** For a call that is made again anyway: null if the server had no time for it, as on a machine that is busy. */
export function nullIfBusy(error: unknown): null {
  if (error instanceof CallFailed && error.status === 503) return null;
  throw error;
}

/**
 * Signs in over HTTP. Sign-ins are limited by address, so a test with many of them gives each its own. `toPay`: also where the subscription has
 * ended.
 */
export async function signIn(
  url: string,
  email: string,
  password: string,
  ip = '127.0.0.1',
  more: { toPay?: boolean } = {},
): Promise<Client> {
  const response = await call(url, 'POST /auth/login', { body: { email, password, ...more }, headers: { 'x-forwarded-for': ip } });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const { token, user } = (await response.json()) as AnswerOf<'POST /auth/login'>;
  return {
    user,
    token,
    cookie,
    async call(route, input) {
      const answer = await call(url, route, { ...input, token });
      // The server sends nothing but what the contract names.
      return (answer.status === 204 ? {} : await answer.json()) as never;
    },
    socket: () => connect(url, token),
  };
}

/** Opens a socket with a token and waits until the server is ready for it. */
export function connect(url: string, token: string): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], query: { token }, reconnection: false, forceNew: true });
  return new Promise((resolve, reject) => {
    socket.once('ready', () => resolve(socket));
    socket.once('connect_error', reject);
    socket.once('disconnect', (reason) => reject(new Error(`disconnected: ${reason}`)));
  });
}

/** Waits for the first event that satisfies `wanted`. */
export function heard<T>(socket: Socket, event: string, wanted: (payload: T) => boolean = () => true, withinMs = 20_000): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event} within ${withinMs} ms`)), withinMs);
    const listen = (payload: T) => {
      if (!wanted(payload)) return;
      clearTimeout(timer);
      socket.off(event, listen);
      resolve(payload);
    };
    socket.on(event, listen);
  });
}

/** Waits until `look` gives something other than null, undefined or false. The longer it has waited, the less often it looks. */
export async function until<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 20_000,
): Promise<T> {
  const begun = Date.now();
  for (;;) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    const waited = Date.now() - begun;
    if (waited > withinMs) throw new Error(`condition not met within ${withinMs} ms: ${look}`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(waited / 8, 10), 200)));
  }
}
