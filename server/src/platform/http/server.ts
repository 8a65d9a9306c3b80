// The only HTTP listener: the contract's API, raw routes, the sockets' HTTP server, and the web application for browsers.

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { mayCall, mayProgramCall } from '@balcao/contract/access-rules';
import { programsPerMinute } from '@balcao/contract/api-rules';
import { type EndpointShape, idempotencyKeyPattern, jsonMaxBytes, openJsonMaxBytes } from '@balcao/contract/endpoint';
import type { Issue } from '@balcao/contract/errors';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { PlatformCtx } from '../context.ts';
import { tellDiskFull } from '../disk-full.ts';
import { AppError, must } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { countMinutes, type Minutes } from '../minutes.ts';
import { outgoing } from '../outgoing.ts';
import type { Account, Authenticate, AuthenticateProgram, ProgramAccount } from './account.ts';
import { judgeBodies } from './body-rate.ts';
import { Download } from './download.ts';
import { failureOf, issueOf } from './failures.ts';
import { type Form, readForm } from './multipart.ts';
import { type CountCall, quotaHeaders, quotaOf } from './quotas.ts';
import { type Programmed, perAddress, type RawRoutes, type RequestInfo, type RouteEntry, type Signed, type Visitor } from './routes.ts';
import { type Admit, admitRequests, type Place } from './share.ts';
import { serveWebApp } from './web-app.ts';

export type ServerOptions = {
  base: PlatformCtx;
  routes: RouteEntry[];
  rawRoutes: RawRoutes[];
  authenticate: Authenticate;
  authenticateProgram: AuthenticateProgram;
  origins: string[];
  /** Other servers that the app may show pages of in a frame, and pictures of; default: none. */
  embeds?: { pages: string[]; pictures: string[] };
  metrics: Metrics;
  metricsToken: string | null;
  webDist: string | null;
  /** Can this process serve requests? */
  ready(): Promise<boolean>;
  /** How many requests of one company are open at once. */
  companyRequests: number;
  /** How often programs may call in a minute; default: `programsPerMinute`. */
  programCalls?: Record<'key' | 'token', number>;
  /** Counts the calls of programs. */
  countCall: CountCall;
  /** An answer that is not exactly what the contract says fails; for tests. Otherwise what it has too much is left out. */
  checkAnswers: boolean;
};

/** Builds the listener with all routes; the caller opens the port. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { base } = options;
  const server = Fastify({
    logger: false,
    bodyLimit: jsonMaxBytes,
    // The caller's address is believed only from a proxy on this machine or network.
    trustProxy: 'loopback, linklocal, uniquelocal',
    // Bodies are judged by their rate; see `judgeBodies`.
    requestTimeout: 0,
    // Longer than proxies keep what is idle (nginx one minute, Traefik one and a half, Caddy two): whoever closes it first resets no request.
    keepAliveTimeout: 130_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    genReqId: () => randomUUID(),
    // A URL that cannot be decoded never reaches a route.
    frameworkErrors: (error, request, reply) => void answerFailure(base, error, request, reply),
  });
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(options.embeds?.pictures ?? [])],
        mediaSrc: ["'self'", 'blob:', 'data:'],
        // Not every browser counts the page's own socket as 'self'.
        connectSrc: ["'self'", ...options.origins.map((origin) => origin.replace(/^http/, 'ws'))],
        fontSrc: ["'self'", 'data:'],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: options.embeds?.pages ?? ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: base.publicUrl.startsWith('https:') ? { maxAge: 15_552_000 } : false,
    crossOriginResourcePolicy: { policy: 'same-site' },
  });
  // Who is gone has no address to be counted by, and waits for nothing.
  server.addHook('onRequest', async (request, reply) => {
    if (request.socket.destroyed) reply.hijack();
  });
  await server.register(cors, {
    origin: options.origins,
    credentials: true,
    maxAge: 600,
    exposedHeaders: ['content-range', 'accept-ranges', ...quotaHeaders],
  });
  await server.register(cookie);
  await server.register(multipart);
  await server.register(rateLimit, { global: false });
  // Only where a route asks for it, and from 1 kB on.
  await server.register(compress, { global: false });

  server.setErrorHandler((error, request, reply) => answerFailure(base, error, request, reply));
  server.setNotFoundHandler((_request, reply) => reply.status(404).send({ error: 'ERR_NOT_FOUND' }));
  // An empty JSON body counts as no body.
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(new AppError('ERR_BAD_REQUEST'), undefined);
    }
  });

  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    options.metrics.http.observe({ route: `${request.method} ${route}`, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const { companyId, userId } = request as { companyId?: number; userId?: number };
    base.log.info(
      {
        verb: `${request.method} ${route}`,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        request: request.id,
        companyId,
        userId,
      },
      'request',
    );
  });

  judgeBodies(server);
  operations(server, options);
  // A share of its own: what other servers deliver takes no places of people.
  const admitRaw = admitRequests(options.companyRequests);
  for (const raw of options.rawRoutes) raw(server, base, admitRaw);
  const admit = admitRequests(options.companyRequests);
  const persons = countMinutes<string>();
  for (const entry of options.routes) addRoute(server, options, entry, admit, persons);
  if (options.webDist) await serveWebApp(server, options.webDist);
  return server;
}

function operations(server: FastifyInstance, options: ServerOptions): void {
  server.get('/healthz', async () => ({ ok: true }));
  server.get('/readyz', async (_request, reply) => {
    const ready = await options.ready().catch(() => false);
    return reply.status(ready ? 200 : 503).send({ ready });
  });
  server.get('/metrics', async (request, reply) => {
    const loopback =
      ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '') && !request.headers['x-forwarded-for'];
    const told = options.metricsToken !== null && request.headers.authorization === `Bearer ${options.metricsToken}`;
    if (!loopback && !told) return reply.status(404).send({ error: 'ERR_NOT_FOUND' });
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics());
  });
}

function addRoute(
  server: FastifyInstance,
  options: ServerOptions,
  { endpoint, handle }: RouteEntry,
  admit: Admit,
  persons: Minutes<string>,
): void {
  const [method = 'GET', url = '/'] = endpoint.route.split(' ');
  const named = outgoing(endpoint.answer, options.checkAnswers);
  const isOpen = endpoint.access === 'public' || endpoint.access === 'cookie';
  const accounts = new WeakMap<FastifyRequest, Account | ProgramAccount>();
  const places = new WeakMap<FastifyRequest, Place>();
  server.route({
    method,
    url,
    compress: isCompressed(endpoint) ? {} : false,
    ...(endpoint.perMinute ? { config: perAddress(endpoint.perMinute) } : {}),
    bodyLimit: endpoint.jsonMaxBytes ?? (isOpen ? openJsonMaxBytes : jsonMaxBytes),
    // After the count of requests, and before anything of the body is read.
    async preParsing(request, reply) {
      const account = isForPrograms(endpoint)
        ? await authorizeProgram(options, endpoint, request, reply)
        : await authorize(options, endpoint, request);
      if (!account) return;
      if (endpoint.personPerMinute && 'member' in account) {
        const person = `${endpoint.route} ${account.companyId} ${account.member.id}`;
        if (!persons.count(person, endpoint.personPerMinute))
          throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: persons.secondsLeft() });
      }
      accounts.set(request, account);
      places.set(request, await admit(account.companyId, reply.raw));
    },
    handler(request, reply) {
      const answered = answer(request, reply);
      places.get(request)?.keepUntil(answered);
      return answered;
    },
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const account = accounts.get(request) ?? null;
    const isForm = request.isMultipart();
    if (isForm && endpoint.body && !endpoint.multipart) throw new AppError('ERR_BAD_REQUEST');
    const form = endpoint.multipart && isForm ? await readForm(request, endpoint.files) : null;
    try {
      const received = parse(endpoint, request, form);
      const caller = callerOf(options.base, account, infoOf(options.base, endpoint, request, reply, form?.files ?? []));
      const answered = await handle({ ...caller, gone: goneOf(reply) }, received);
      reply.status(endpoint.status ?? 200);
      if (answered instanceof Download) return sendFile(reply, endpoint, answered);
      return named(answered);
    } finally {
      await form?.clear();
    }
  }
}

function goneOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) gone.abort();
  };
  if (raw.closed) leave();
  else raw.once('close', leave);
  return gone.signal;
}

/**
 * The length of a compressed answer tells of its content to someone who can repeat the request with words of their own in it. Another site
 * can make a browser do so where a cookie or nothing says who calls, and those answers hold tokens; it cannot set a header.
 */
function isCompressed({ access }: EndpointShape): boolean {
  return access !== 'public' && access !== 'cookie';
}

function sendFile(reply: FastifyReply, endpoint: EndpointShape, { filename, pieces }: Download): FastifyReply {
  reply.headers({
    'content-type': `${endpoint.download ?? 'application/octet-stream'}; charset=utf-8`,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  return reply.send(Readable.from(pieces));
}

type ForPrograms = EndpointShape & { access: 'key' | 'token' };

function isForPrograms(endpoint: EndpointShape): endpoint is ForPrograms {
  return endpoint.access === 'key' || endpoint.access === 'token';
}

/** Programs are counted by what they call with, refused calls too, and told by headers how many calls are left. */
async function authorizeProgram(
  options: ServerOptions,
  endpoint: ForPrograms,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ProgramAccount> {
  const secret = bearerOf(request);
  if (secret === null) throw new AppError('ERR_API_TOKEN');
  const account = await options.authenticateProgram(endpoint.access, secret);
  Object.assign(request, { companyId: account.companyId });
  const { id } = account.program;
  const perMinute = (options.programCalls ?? programsPerMinute)[endpoint.access];
  const counted = await options.countCall(`calls with ${endpoint.access} ${id} of company ${account.companyId}`, perMinute);
  const quota = quotaOf(counted, perMinute, options.base.now());
  reply.headers(quota.headers);
  if (!quota.ok) throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: quota.seconds });
  must(mayProgramCall(endpoint, account));
  return account;
}

function bearerOf(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

async function authorize(options: ServerOptions, endpoint: EndpointShape, request: FastifyRequest): Promise<Account | null> {
  if (endpoint.access === 'cookie') {
    // Browsers send the cookie with every request, so the calling page must be one of ours.
    const origin = request.headers.origin;
    if (origin && !options.origins.includes(origin) && origin !== `${request.protocol}://${request.host}`)
      throw new AppError('ERR_FORBIDDEN_ORIGIN');
    return null;
  }
  if (endpoint.access === 'public') return null;
  const token = bearerOf(request);
  if (token === null) throw new AppError('ERR_SESSION_EXPIRED');
  const account = await options.authenticate(token);
  Object.assign(request, { companyId: account.companyId, userId: account.member.id });
  must(mayCall(endpoint, account));
  return account;
}

function parse(endpoint: EndpointShape, request: FastifyRequest, form: Form | null) {
  const issues: Issue[] = [];
  const received: Record<string, unknown> = {};
  for (const [part, schema, value] of [
    ['params', endpoint.params, request.params],
    ['query', endpoint.query, request.query],
    ['body', endpoint.body, form?.fields ?? request.body ?? {}],
  ] as const) {
    if (part === 'body' && endpoint.multipart === 'only' && !form) {
      issues.push({ path: 'body', code: 'multipart' });
      continue;
    }
    if (!schema) continue;
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) received[part] = parsed.data;
    else issues.push(...parsed.error.issues.map((issue) => issueOf(part, issue)));
  }
  const key = request.headers['idempotency-key'];
  // Ignoring a key would send twice whatever its client repeats.
  if (key !== undefined && !isVisible(key)) issues.push({ path: 'headers.idempotency-key', code: 'invalid_format', min: 1, max: 255 });
  if (issues.length > 0) throw new AppError('ERR_VALIDATION', undefined, issues.slice(0, 50));
  return received;
}

function isVisible(key: string | string[]): key is string {
  return typeof key === 'string' && idempotencyKeyPattern.test(key);
}

function callerOf(base: PlatformCtx, account: Account | ProgramAccount | null, request: RequestInfo): Visitor | Signed | Programmed {
  if (!account) return { ...base, request };
  const { ip } = request;
  if ('program' in account)
    return { ...base, request, companyId: account.companyId, actor: { kind: 'system', program: account.program, ip } };
  const { member, sessionId, companyId, operator } = account;
  return { ...base, request, companyId, actor: { kind: 'user', sessionId, operator, ip, ...member } };
}

function infoOf(
  base: PlatformCtx,
  endpoint: EndpointShape,
  request: FastifyRequest,
  reply: FastifyReply,
  files: RequestInfo['files'],
): RequestInfo {
  const secure = base.publicUrl.startsWith('https:');
  const key = request.headers['idempotency-key'];
  return {
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    idempotencyKey: endpoint.idempotent && key !== undefined && isVisible(key) ? key : null,
    files,
    cookie: (name) => request.cookies[name],
    setCookie: (name, value, { maxAgeSeconds }) =>
      void reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: maxAgeSeconds }),
    clearCookie: (name) => void reply.clearCookie(name, { path: '/' }),
  };
}

function answerFailure(base: PlatformCtx, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = failureOf(error);
  tellDiskFull(base.log, error);
  if (failure.ours)
    base.log.error({ err: error, verb: `${request.method} ${request.routeOptions.url ?? ''}`, request: request.id }, 'request failed');
  if (failure.status === 503 || failure.body.error === 'ERR_COMPANY_BUSY') void reply.header('retry-after', '2');
  // The handler may already have set the headers of a file.
  reply.removeHeader('content-length').removeHeader('content-disposition');
  return reply.status(failure.status).type('application/json; charset=utf-8').send(failure.body);
}
