// A strict local Graph API: it refuses what Meta refuses, remembers what it was asked, and writes signed webhooks.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountEnvelope, customer, envelope, type FakeCustomer, type NumberState, type Who } from './customer.ts';
import { readMultipart } from './multipart.ts';
import { type FakeTemplate, refuseTemplate, templatePage } from './templates.ts';
import { type Body, type GraphError, invalid, refuseMedia, refuseMessage, refuseUpload } from './validate.ts';

export type SentRecord = { wamid: string; phoneNumberId: string; to: string; body: Body; at: number };
export type RequestRecord = { method: string; path: string; status: number; json: unknown };

/** `timeout-after-accept`: the message counts, the answer never comes. `socket-reset`: the line drops before anything counts. */
export type Failure =
  | { status: number; code: number; times?: number; path?: RegExp; text?: string; retryAfter?: number }
  | 'timeout-after-accept'
  | 'timeout-before-accept'
  | 'socket-reset'
  | 'reset-after-accept';

type Taken = { refusal: GraphError } | { answer: Body };

type StatusName = 'sent' | 'delivered' | 'read' | 'played' | 'failed';

export type FakeGraph = Awaited<ReturnType<typeof startFakeGraph>>;

const window = 24 * 3600 * 1000;
const mediaUrlLife = 5 * 60 * 1000;

/** `now` in milliseconds; `pairRate` enforces one message in six seconds per customer. */
export async function startFakeGraph(options: { now?: () => number; pairRate?: boolean } = {}) {
  const now = options.now ?? Date.now;
  const numbers = new Map<string, NumberState>();
  const media = new Map<string, { bytes: Uint8Array; mime: string; phoneNumberId: string; served?: Uint8Array }>();
  let uploads = 0;
  const links = new Map<string, { mediaId: string; until: number }>();
  const heardAt = new Map<string, number>();
  const sentAt = new Map<string, number>();
  /** By account. */
  const templates = new Map<string, FakeTemplate[]>();
  /** What Meta lets an account not do now. */
  const restrictions = new Map<string, { restriction_type: string; expiration: number }[]>();
  /** Who gets no more marketing for now. */
  const sated = new Set<string>();
  const waIds = new Map<string, string>();
  const sent: SentRecord[] = [];
  const requests: RequestRecord[] = [];
  const deliveries: { status: number; body: Body }[] = [];
  const failures: Failure[] = [];
  const slow: { path: RegExp; ms: number }[] = [];
  const hanging = new Set<ServerResponse>();
  const pending = new Set<Promise<unknown>>();
  let circling = 0;
  let automatic: readonly StatusName[] = [];
  let failedDeliveries: string[] = [];

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    const type = request.headers['content-type'] ?? '';
    const record: RequestRecord = {
      method: request.method ?? '',
      path: pathname,
      status: 0,
      json: type.startsWith('application/json') ? parse(raw) : null,
    };
    requests.push(record);
    const reply = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      record.status = status;
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    const refuse = (error: GraphError, headers: Record<string, string> = {}) =>
      reply(
        error.status,
        {
          error: {
            message: error.message,
            type: 'OAuthException',
            code: error.code,
            ...(error.subcode ? { error_subcode: error.subcode } : {}),
            error_data: { messaging_product: 'whatsapp', details: error.message },
            fbtrace_id: randomBytes(8).toString('hex'),
          },
        },
        headers,
      );

    const slowness = slow.find(({ path }) => path.test(pathname));
    if (slowness) await new Promise((go) => setTimeout(go, slowness.ms).unref());
    const failure = takeFailure(record);
    if (failure === 'socket-reset') return request.socket.destroy();
    if (failure === 'timeout-before-accept') return void hanging.add(response);
    if (failure && typeof failure === 'object') {
      return refuse(
        { status: failure.status, code: failure.code, message: `(#${failure.code}) told to fail` },
        failure.retryAfter ? { 'retry-after': String(failure.retryAfter) } : {},
      );
    }

    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const owner = [...numbers.values()].filter((number) => number.accessToken === token);
    if (!token || owner.length === 0)
      return refuse({ status: 401, code: 190, message: 'Invalid OAuth access token - Cannot parse access token' });

    const download = /^\/lookaside\/(\w+)$/.exec(pathname)?.[1];
    if (download) return serveFile(response, record, links.get(download));

    const [, id = '', edge] = /^\/v\d+\.\d+\/([^/]+)(?:\/(\w+))?$/.exec(pathname) ?? [];
    const number = owner.find((one) => one.phoneNumberId === id);
    const missing: GraphError = {
      status: 400,
      code: 100,
      subcode: 33,
      message: `Unsupported ${request.method} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions`,
    };
    if (request.method === 'POST' && edge === 'messages') {
      if (!number) return refuse(missing);
      const body = type.startsWith('application/json') ? parse(raw) : null;
      const done = takeMessage(number, body);
      if ('refusal' in done) return refuse(done.refusal);
      if (failure === 'timeout-after-accept') return void hanging.add(response);
      if (failure === 'reset-after-accept') return request.socket.destroy();
      return reply(200, done.answer);
    }
    if (request.method === 'POST' && edge === 'media') {
      if (!number) return refuse(missing);
      const stored = takeFile(number, readMultipart(type, raw));
      return 'refusal' in stored ? refuse(stored.refusal) : reply(200, stored.answer);
    }
    if (request.method === 'GET' && edge === 'message_templates') {
      if (!owner.some((one) => one.wabaId === id)) return refuse(missing);
      const page = templatePage(templates.get(id) ?? [], searchParams, `${url}${pathname}`, circling);
      return 'code' in page ? refuse(page as GraphError) : reply(200, page);
    }
    if (request.method === 'GET' && !edge) {
      const file = media.get(id);
      if (number)
        return reply(200, {
          id,
          display_phone_number: `+${number.displayNumber}`,
          verified_name: 'Loja de Teste',
          quality_rating: 'GREEN',
          status: 'CONNECTED',
        });
      if (!file || !owner.some((one) => one.phoneNumberId === file.phoneNumberId)) return refuse(missing);
      const asked = searchParams.get('phone_number_id');
      if (asked && asked !== file.phoneNumberId) return refuse(missing);
      const link = randomBytes(12).toString('hex');
      links.set(link, { mediaId: id, until: now() + mediaUrlLife });
      const sha256 = createHash('sha256').update(file.bytes).digest('hex');
      return reply(200, {
        messaging_product: 'whatsapp',
        id,
        mime_type: file.mime,
        sha256,
        file_size: String(file.bytes.length),
        url: `${url}/lookaside/${link}`,
      });
    }
    refuse({ status: 400, code: 100, message: `(#100) Unknown path ${pathname}` });
  }

  function takeFailure({ path, json }: RequestRecord): Failure | undefined {
    const { type, text } = (json ?? {}) as { type?: string; text?: { body?: string } };
    const toMessages = path.endsWith('/messages');
    // What was read is told at the path of the messages, at any moment: a failure of that path does not mean it.
    const tellsRead = toMessages && type === undefined;
    const index = failures.findIndex((failure) => {
      if (typeof failure === 'string') return !failure.endsWith('after-accept') || (toMessages && !tellsRead);
      if (failure.text !== undefined && failure.text !== text?.body) return false;
      return !failure.path || (failure.path.test(path) && !tellsRead);
    });
    const failure = failures[index];
    if (failure === undefined) return undefined;
    if (typeof failure === 'object' && (failure.times ?? 1) > 1) failures[index] = { ...failure, times: (failure.times ?? 1) - 1 };
    else failures.splice(index, 1);
    return failure;
  }

  function takeMessage(number: NumberState, body: unknown): Taken {
    const problem = refuseMessage(body);
    if (problem) return { refusal: problem };
    const message = body as Body;
    if ('status' in message) return { answer: { success: true } };
    const type = String(message.type ?? 'text');
    const content = message[type] as Body;
    if (typeof content.id === 'string' && type !== 'template') {
      const file = media.get(content.id);
      if (!file || file.phoneNumberId !== number.phoneNumberId) return { refusal: invalid(`media ${content.id} does not exist`) };
      const misfit = refuseMedia(type, file.mime, content.voice === true);
      if (misfit) return { refusal: misfit };
    }
    const account = templates.get(number.wabaId) ?? [];
    const unfit =
      type === 'template'
        ? refuseTemplate(account, content, (id) => {
            const file = media.get(id);
            return file?.phoneNumberId === number.phoneNumberId ? file : null;
          })
        : null;
    if (unfit) return { refusal: unfit };
    const input = String(message.to ?? message.recipient).replace(/^\+/, '');
    const pair = `${number.phoneNumberId}:${input}`;
    const last = sentAt.get(pair);
    if (options.pairRate && last !== undefined && now() - last < 6000) {
      return { refusal: { status: 400, code: 131056, message: '(#131056) (Business Account, Consumer Account) pair rate limit hit' } };
    }
    const waId = waIds.get(input) ?? input;
    const open = now() - (heardAt.get(`${number.phoneNumberId}:${waId}`) ?? heardAt.get(pair) ?? Number.NEGATIVE_INFINITY) < window;
    const kept = open ? 'RESTRICTED_CUSTOMER_INITIATED_MESSAGING' : 'RESTRICTED_BIZ_INITIATED_MESSAGING';
    if (restrictions.get(number.wabaId)?.some((each) => each.restriction_type === kept && each.expiration * 1000 > now()))
      return { refusal: { status: 400, code: 368, message: '(#368) Temporarily blocked for policies violations' } };
    sentAt.set(pair, now());
    const wamid = newId();
    sent.push({ wamid, phoneNumberId: number.phoneNumberId, to: input, body: message, at: now() });
    if (!open && type !== 'template' && message.recipient_type !== 'group') emitLater(wamid, ['failed'], 131047);
    else if (sated.has(waId) && account.some(({ name, category }) => name === content.name && category === 'MARKETING'))
      emitLater(wamid, ['failed'], 131049);
    else if (automatic.length > 0) emitLater(wamid, automatic);
    const contact = 'to' in message ? { input, wa_id: waId } : { input, user_id: input };
    return { answer: { messaging_product: 'whatsapp', contacts: [contact], messages: [{ id: wamid, message_status: 'accepted' }] } };
  }

  function takeFile(number: NumberState, parts: ReturnType<typeof readMultipart>): Taken {
    const file = parts?.get('file');
    const mime = parts?.get('type')?.value.toString();
    if (!parts || !file || !mime) return { refusal: invalid('multipart form with file and type expected') };
    if (parts.get('messaging_product')?.value.toString() !== 'whatsapp') {
      return { refusal: { status: 400, code: 100, message: '(#100) The parameter messaging_product is required.' } };
    }
    const unknown = [...parts.keys()].find((name) => !['file', 'type', 'messaging_product'].includes(name));
    if (unknown) return { refusal: invalid(`Unexpected key "${unknown}"`) };
    const refusal = refuseUpload(mime, file.value);
    return refusal ? { refusal } : { answer: { id: storeMedia(number.phoneNumberId, new Uint8Array(file.value), mime) } };
  }

  function serveFile(response: ServerResponse, record: RequestRecord, link: { mediaId: string; until: number } | undefined) {
    const file = link && link.until > now() ? media.get(link.mediaId) : undefined;
    record.status = file ? 200 : 404;
    response.writeHead(record.status, file ? { 'content-type': file.mime } : {}).end(file?.served ?? file?.bytes);
  }

  function storeMedia(phoneNumberId: string, bytes: Uint8Array, mime: string): string {
    const id = String(10 ** 15 + ++uploads);
    media.set(id, { bytes, mime, phoneNumberId });
    return id;
  }

  const newId = () => `wamid.${randomBytes(18).toString('base64url')}`;
  const seconds = () => String(Math.floor(now() / 1000));

  function emitLater(wamid: string, names: readonly StatusName[], code?: number) {
    const task = (async () => {
      // Meta's statuses never overtake the answer to the send by more than the network does; here they always follow it.
      await new Promise((go) => setImmediate(go));
      for (const name of names) await emitStatus(wamid, name, code);
    })().catch((error: unknown) => failedDeliveries.push(String(error)));
    pending.add(task);
    void task.finally(() => pending.delete(task));
  }

  function statusBody(wamid: string, name: StatusName, code?: number) {
    const record = sent.find((one) => one.wamid === wamid);
    const number = record && numbers.get(record.phoneNumberId);
    if (!record || !number) throw new Error(`nothing was sent as ${wamid}`);
    const person = 'to' in record.body ? { recipient_id: waIds.get(record.to) ?? record.to } : { recipient_user_id: record.to };
    const callback = record.body.biz_opaque_callback_data;
    const status = {
      id: wamid,
      status: name,
      timestamp: seconds(),
      ...person,
      ...(callback === undefined ? {} : { biz_opaque_callback_data: callback }),
      ...(name === 'failed'
        ? {
            errors: [{ code: code ?? 131026, title: 'Message failed', message: 'Message failed', error_data: { details: 'told to fail' } }],
          }
        : {}),
    };
    return envelope(number, 'messages', { statuses: [status] });
  }

  async function emitStatus(wamid: string, name: StatusName, code?: number): Promise<string> {
    return deliver(statusBody(wamid, name, code));
  }

  /** Posts the body, signed, to the webhook of the number it names; answers the status and text of the last answer. */
  async function deliver(body: Body, how: { times?: number; badSignature?: boolean; phoneNumberId?: string } = {}): Promise<string> {
    const number = numbers.get(how.phoneNumberId ?? numberOf(body) ?? '') ?? [...numbers.values()][0];
    if (!number) throw new Error('no number to deliver for');
    // Meta escapes everything beyond ASCII before it signs.
    const raw = JSON.stringify(body).replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const signature = createHmac('sha256', how.badSignature ? 'another secret' : number.appSecret)
      .update(raw)
      .digest('hex');
    let last = '';
    for (let time = 0; time < (how.times ?? 1); time += 1) {
      const response = await fetch(number.webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
        body: raw,
      });
      last = `${response.status} ${await response.text()}`.trim();
      deliveries.push({ status: response.status, body });
      if (!how.badSignature && response.status !== 200) throw new Error(`webhook answered ${last}`);
    }
    return last;
  }

  return {
    url,
    addNumber(number: NumberState) {
      numbers.set(number.phoneNumberId, number);
      return number;
    },
    /** Everything accepted, oldest first; refused messages are not here. */
    sent: () => [...sent],
    requests: () => [...requests],
    deliveries: () => [...deliveries],
    /** Adds templates to an account, or replaces those of the same name and language. */
    setTemplates(wabaId: string, ...given: FakeTemplate[]) {
      const others = (templates.get(wabaId) ?? []).filter(
        (one) => !given.some((each) => each.name === one.name && each.language === one.language),
      );
      templates.set(wabaId, [...others, ...given]);
    },
    removeTemplate(wabaId: string, name: string) {
      templates.set(
        wabaId,
        (templates.get(wabaId) ?? []).filter((one) => one.name !== name),
      );
    },
    /** Meta refuses marketing to this customer from now on (131049), as it does when they had enough of it. */
    limitMarketing(waId: string) {
      sated.add(waId);
    },
    /** Restricts an account for so many seconds, of each type, and tells the number of it. No message that this forbids is taken until then. */
    async restrict(phoneNumberId: string, seconds: Record<string, number>) {
      const number = numbers.get(phoneNumberId);
      if (!number) throw new Error(`no number ${phoneNumberId}`);
      const expiration = (more: number) => Math.floor(now() / 1000) + more;
      const restriction_info = Object.entries(seconds).map(([type, more]) => ({ restriction_type: type, expiration: expiration(more) }));
      restrictions.set(number.wabaId, restriction_info);
      await deliver(accountEnvelope(number, 'account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info }, now()), {
        phoneNumberId,
      });
      return restriction_info[0]?.expiration ?? 0;
    },
    /** Changes the status of a template, and says so by webhook. */
    async reportTemplate(wabaId: string, name: string, event: string, reason: string | null = null) {
      const template = templates.get(wabaId)?.find((one) => one.name === name);
      const number = [...numbers.values()].find((one) => one.wabaId === wabaId);
      if (!template || !number) throw new Error(`no template ${name}`);
      template.status = event;
      const value = {
        event,
        message_template_id: 7_000,
        message_template_name: name,
        message_template_language: template.language,
        message_template_category: template.category,
        reason,
      };
      return deliver(accountEnvelope(number, 'message_template_status_update', value, now()), { phoneNumberId: number.phoneNumberId });
    },
    /** Says by webhook that a template's quality changed. */
    async reportQuality(wabaId: string, name: string, quality: string) {
      const template = templates.get(wabaId)?.find((one) => one.name === name);
      const number = [...numbers.values()].find((one) => one.wabaId === wabaId);
      if (!template || !number) throw new Error(`no template ${name}`);
      const value = {
        previous_quality_score: template.quality,
        new_quality_score: quality,
        message_template_id: 7_000,
        message_template_name: name,
        message_template_language: template.language,
      };
      template.quality = quality;
      return deliver(accountEnvelope(number, 'message_template_quality_update', value, now()), { phoneNumberId: number.phoneNumberId });
    },
    /** Faults wait in a queue; each request takes the first that concerns its path and text. */
    failNext(failure: Failure) {
      failures.push(failure);
    },
    /** From now on, requests to such a path are answered only after `ms`. `0` again: at once. */
    slowDown(path: RegExp, ms: number) {
      slow.unshift({ path, ms });
    },
    /** Statuses emitted by themselves after each accepted message, in this order; none by default. */
    autoStatuses(...names: StatusName[]) {
      automatic = names;
    },
    emitStatus,
    /** What `emitStatus` delivers, to be delivered with others. */
    statusBody,
    deliver,
    /** All automatic webhooks have been delivered; rejects if one was not answered 200. */
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
      const problems = failedDeliveries;
      failedDeliveries = [];
      if (problems.length > 0) throw new Error(problems.join('; '));
    },
    /** `to` is known to WhatsApp under another number, as with the ninth digit in Brazil. */
    knowAs(to: string, waId: string) {
      waIds.set(to, waId);
    },
    /** From now on the last page of templates leads back: to itself (1), or over so many pages. 0: it is the last again. */
    circle(pages: number) {
      circling = pages;
    },
    /** Forgets all files, as Meta does after thirty days. */
    forgetMedia: () => media.clear(),
    /** A file of a customer, to be fetched by its id. */
    storeMedia,
    /** What a download of the file gives from now on, although its announced hash stays. */
    corruptMedia(id: string, served: Uint8Array) {
      const file = media.get(id);
      if (!file) throw new Error(`no media ${id}`);
      file.served = served;
    },
    expireLinks() {
      for (const link of links.values()) link.until = 0;
    },
    customer(who: Who, phoneNumberId?: string): FakeCustomer {
      const number = () => {
        const found = phoneNumberId ? numbers.get(phoneNumberId) : [...numbers.values()][0];
        if (!found) throw new Error('add a number first');
        return found;
      };
      const heard = (person: Who) => {
        for (const address of [person.phone, person.userId]) if (address) heardAt.set(`${number().phoneNumberId}:${address}`, now());
      };
      return customer(
        {
          number,
          seconds,
          newId,
          heard,
          deliver: (body) => deliver(body),
          storeMedia: (bytes, mime) => storeMedia(number().phoneNumberId, bytes, mime),
        },
        who,
      );
    },
    async close() {
      for (const response of hanging) response.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function numberOf(body: Body): string | null {
  const found = /"phone_number_id":"([^"]+)"/.exec(JSON.stringify(body))?.[1];
  return found ?? null;
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
