// A feature's routes: each endpoint of the contract with the one function that answers it.
// A missing or extra handler is a type error. server.ts does parsing, permission, status codes and errors from the table.
import type { Answer, EndpointShape, Received } from '@balcao/contract/endpoint';
import type { Outside, PlatformCtx, Program, SignedIn } from '../context.ts';
import type { Download } from './download.ts';
import type { Admit } from './share.ts';

/** A file that came with the request, in a temporary folder that is removed after the answer. */
export type Upload = { field: string; filename: string; mime: string; path: string; size: number };

export type RequestInfo = {
  ip: string;
  userAgent: string;
  idempotencyKey: string | null;
  files: Upload[];
  cookie(name: string): string | undefined;
  setCookie(name: string, value: string, options: { maxAgeSeconds: number }): void;
  clearCookie(name: string): void;
};

/** An unauthenticated caller. */
export type Visitor = PlatformCtx & { request: RequestInfo };
/** A signed-in caller, inside their company. */
export type Signed = Outside & { request: RequestInfo; actor: SignedIn };

/** A program, inside its company. */
export type Programmed = Outside & { request: RequestInfo; actor: { kind: 'system'; program: Program } };

type Caller<E extends EndpointShape> = E['access'] extends 'public' | 'cookie'
  ? Visitor
  : E['access'] extends 'key' | 'token'
    ? Programmed
    : Signed;
type Answered<E extends EndpointShape> = E extends { download: string } ? Download : Answer<E>;
export type Handlers<T extends Record<string, EndpointShape>> = {
  [K in keyof T]: (ctx: Caller<T[K]>, received: Received<T[K]>) => Promise<Answered<T[K]>>;
};

export type RouteEntry = { endpoint: EndpointShape; handle(ctx: Visitor | Signed | Programmed, received: unknown): Promise<unknown> };

/** Joins each endpoint with its handler, which gets parsed input and returns what the endpoint answers. */
export function routes<T extends Record<string, EndpointShape>>(endpoints: T, handlers: Handlers<T>): RouteEntry[] {
  return Object.entries(endpoints).map(([name, endpoint]) => ({ endpoint, handle: handlers[name as keyof T] as RouteEntry['handle'] }));
}

/**
 * Routes outside the JSON contract: webhooks, media, pages. They do their own parsing, and each says why it is apart. Whoever knows the company
 * of a request calls `admit` before its body is read; where nobody does, `perAddress` is the route's `config`.
 */
export type RawRoutes = (server: import('fastify').FastifyInstance, base: PlatformCtx, admit: Admit) => void;

/** The `config` of a raw route: how often one address may call it in a minute. */
export function perAddress(perMinute: number): { rateLimit: { max: number; timeWindow: number } } {
  return { rateLimit: { max: perMinute, timeWindow: 60_000 } };
}
