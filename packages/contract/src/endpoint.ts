// The table of endpoints: what a route takes, answers and demands of its caller. Server and web are both derived from it.
import type { z } from 'zod';
import type { PlanFlag } from './plan-rules.ts';

/**
 * Who may call.
 * `public`: anyone; `cookie`: whoever holds a refresh cookie; `user`, `supervisor`, `admin`: a signed-in user of at least that profile;
 * `super`: a platform operator.
 */
export type Access = 'public' | 'cookie' | 'user' | 'supervisor' | 'admin' | 'super';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type EndpointShape = {
  /** Method and path in one, e.g. `GET /tickets/:ticketId`. It is the endpoint's identity. */
  route: `${Method} /${string}`;
  access: Access;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body may also come as multipart/form-data; files are handed over apart from the fields. `only`: it must. */
  multipart?: 'too' | 'only';
  answer: z.ZodType;
  /** The answer is a file of this type, sent as it is made, instead of JSON. */
  download?: string;
  /** HTTP status of success; 200 unless given. */
  status?: number;
  /**
   * The plan of the caller's company must have this feature, or the call is refused with ERR_NO_PERMISSION (details: plan). Only where
   * somebody is signed in: of other callers no plan is known.
   */
  plan?: PlanFlag;
  /** Works although the company's subscription has run out (signing out, paying, reading one's own account). */
  whenExpired?: true;
  /** Requests a minute from one address; as many as wanted unless given. */
  perMinute?: number;
};

/** Declares one endpoint, keeping its literal types. */
export function endpoint<const E extends EndpointShape>(e: E): E {
  return e;
}

type In<T> = T extends z.ZodType ? z.input<T> : never;
type Out<T> = T extends z.ZodType ? z.output<T> : never;

/** What a client may send to `E`. */
export type Call<E extends EndpointShape> = (E extends { params: z.ZodType } ? { params: Out<E['params']> } : { params?: undefined }) &
  (E extends { query: z.ZodType } ? { query?: In<E['query']> } : { query?: undefined }) &
  (E extends { body: z.ZodType } ? { body?: In<E['body']> | FormData } : { body?: undefined });

/** What the handler of `E` receives once parsed. */
export type Received<E extends EndpointShape> = {
  params: E extends { params: z.ZodType } ? Out<E['params']> : undefined;
  query: E extends { query: z.ZodType } ? Out<E['query']> : undefined;
  body: E extends { body: z.ZodType } ? Out<E['body']> : undefined;
};

/** What `E` answers, as it stands on the wire. */
export type Answer<E extends EndpointShape> = Out<E['answer']>;
