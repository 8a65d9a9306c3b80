// The table of endpoints: what a route takes, answers, and requires of its caller. Server and web are both derived from it.
import type { z } from 'zod';
import type { ApiScope } from './api-rules.ts';
import type { ErrorCode } from './errors.ts';
import type { PlanFlag } from './plan-rules.ts';
import type { Right } from './user-rules.ts';

/**
 * Who may call.
 * `public`: anyone; `cookie`: anyone with a refresh cookie; `user`, `supervisor`, `admin`: a signed-in user of at least that profile;
 * `super`: a platform operator. `key`: a program with a key of its company that has the endpoint's `scope`; `token`: a program with the
 * token of a connection.
 */
export type Access = 'public' | 'cookie' | 'user' | 'supervisor' | 'admin' | 'super' | 'key' | 'token';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const jsonMaxBytes = 1024 * 1024;
export const openJsonMaxBytes = 64 * 1024;

/** What a form may bring: how many files, the largest in bytes, and the code for a larger one. */
export type FileLimits = { max: number; maxBytes: number; tooLarge: ErrorCode };

export type EndpointShape = {
  /** Method and path, e.g. `GET /tickets/:ticketId`. It identifies the endpoint. */
  route: `${Method} /${string}`;
  access: Access;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body may be multipart/form-data; files are passed separately from the fields. `only`: it must be. */
  multipart?: 'too' | 'only';
  /** The largest JSON body in bytes; default: `jsonMaxBytes`, or `openJsonMaxBytes` where anybody may call. */
  jsonMaxBytes?: number;
  /** The files of a form; default: one, of at most `uploadMaxBytes`, ERR_MEDIA_TOO_LARGE. */
  files?: Partial<FileLimits>;
  answer: z.ZodType;
  /** The answer is a file of this type, streamed, instead of JSON. */
  download?: string;
  /** HTTP status of success; default 200. */
  status?: number;
  /**
   * The caller's company must have this feature in its plan, or the call is refused with ERR_NO_PERMISSION (details: plan). Only for
   * endpoints with signed-in callers and programs: others have no plan.
   */
  plan?: PlanFlag;
  /** The caller must have this right, or the call is refused with ERR_NO_PERMISSION (details: right). */
  right?: Right;
  /** With access `key`: what the key must be made for, or the call is refused with ERR_NO_PERMISSION (details: scope). */
  scope?: ApiScope;
  /** Works even if the company's subscription has expired (signing out, paying, reading one's own account). */
  whenExpired?: true;
  /** Requests per minute from one address; default: no limit. */
  perMinute?: number;
  /** Requests per minute from one person to one process; default: no limit. For what others are told at once and nothing is stored of. */
  personPerMinute?: number;
  /** Takes the header `Idempotency-Key`: repeated with the same key it does nothing anew, and answers what it answered before. */
  idempotent?: true;
};

/** 1 to 255 visible characters. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;

/** Declares one endpoint, keeping its literal types. */
export function endpoint<const E extends EndpointShape>(e: E): E {
  return e;
}

type In<T> = T extends z.ZodType ? z.input<T> : never;
type Out<T> = T extends z.ZodType ? z.output<T> : never;

/** What a client may send to `E`. */
// Of several endpoints one after the other: taken at once they would be every combination of their parts, which are too many for the compiler.
export type Call<E extends EndpointShape> = E extends EndpointShape ? CallOfOne<E> : never;

type CallOfOne<E extends EndpointShape> = (E extends { params: z.ZodType } ? { params: Out<E['params']> } : { params?: undefined }) &
  (E extends { query: z.ZodType } ? { query?: In<E['query']> } : { query?: undefined }) &
  (E extends { body: z.ZodType } ? { body?: In<E['body']> | FormData } : { body?: undefined });

/** What the handler of `E` gets, after parsing. */
export type Received<E extends EndpointShape> = {
  params: E extends { params: z.ZodType } ? Out<E['params']> : undefined;
  query: E extends { query: z.ZodType } ? Out<E['query']> : undefined;
  body: E extends { body: z.ZodType } ? Out<E['body']> : undefined;
};

/** The answer of `E`, as sent. */
export type Answer<E extends EndpointShape> = Out<E['answer']>;
