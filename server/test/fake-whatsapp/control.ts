// Driving a fake server over HTTP: POST /<method> with a JSON object, the answer is JSON. People are named by number, accounts too.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { BufferJSON, proto } from 'baileys';
import { z } from 'zod';
import type { Companion } from './companion.ts';
import type { FakeWhatsApp } from './fake-whatsapp.ts';
import type { Phone } from './phone.ts';
import { present } from './stanza.ts';
import type { Content } from './to-client.ts';
import type { Sent } from './world.ts';

type Method = (fake: FakeWhatsApp, body: unknown) => unknown;

const account = { account: z.string().optional() };
const mediaType = z.enum(['image', 'video', 'audio', 'document', 'sticker']);
const media = z.object({ type: mediaType, base64: z.string(), mimetype: z.string(), more: z.record(z.string(), z.unknown()).optional() });
const content = { text: z.string().optional(), message: z.record(z.string(), z.unknown()).optional(), media: media.optional() };

/** By the name in the path. */
const methods: Record<string, Method> = {
  contact: method(
    { user: z.string(), name: z.string(), onWhatsApp: z.boolean().default(true), passkey: z.boolean().default(false) },
    (fake, p) => {
      const phone = fake.phones.get(p.user) ?? fake.contact(p.user, p.name);
      Object.assign(phone, { onWhatsApp: p.onWhatsApp, passkey: p.passkey });
      return { jid: phone.jid, lid: phone.lid };
    },
  ),
  alias: method({ number: z.string(), user: z.string() }, (fake, p) => fake.alias(p.number, person(fake, p.user))),
  picture: method({ user: z.string(), base64: z.string().nullable(), ...account }, (fake, p) => {
    fake.picture(person(fake, p.user), p.base64 === null ? null : Buffer.from(p.base64, 'base64'), optionalAccount(fake, p.account));
  }),
  history: method(
    {
      user: z.string(),
      chunkSize: z.number().optional(),
      conversations: z.array(
        z.object({
          contact: z.string(),
          lid: z.boolean().default(false),
          messages: z.array(z.object({ text: z.string(), at: z.number(), fromMe: z.boolean().optional(), id: z.string().optional() })),
        }),
      ),
    },
    (fake, p) => {
      const conversations = p.conversations.map(({ contact, lid, messages }) => {
        const past = messages.map(({ text, ...message }) => ({ content: text, ...message }));
        return fake.conversation(person(fake, contact), past, { lid });
      });
      person(fake, p.user).history = { conversations, ...(p.chunkSize ? { chunkSize: p.chunkSize } : {}) };
    },
  ),
  scan: method({ qr: z.string(), user: z.string() }, async (fake, p) => linked(await fake.scan(p.qr, person(fake, p.user)))),
  pairingCode: method({ code: z.string(), user: z.string() }, async (fake, p) =>
    linked(await fake.pairingCode(p.code, person(fake, p.user))),
  ),
  group: method(
    { subject: z.string(), owner: z.string(), members: z.array(z.string()), mode: z.enum(['lid', 'pn']).optional() },
    (fake, p) => ({
      id: fake.group(
        p.subject,
        person(fake, p.owner),
        p.members.map((user) => person(fake, user)),
        p.mode,
      ).id,
    }),
  ),
  send: method(
    {
      from: z.string(),
      ...content,
      ...account,
      id: z.string().optional(),
      group: z.string().optional(),
      lid: z.boolean().optional(),
      corrupt: z.boolean().optional(),
      unavailable: z.boolean().optional(),
    },
    async (fake, { from, group, account, text, message, media, ...options }) => ({
      id: await fake.send(person(fake, from), await contentOf(fake, { text, message, media }), {
        ...options,
        account: accountOf(fake, account),
        ...(group ? { group: present(fake.groups.get(group), `a group ${group}`) } : {}),
      }),
    }),
  ),
  fromPhone: method({ to: z.string(), ...content, ...account, lid: z.boolean().optional() }, async (fake, p) => ({
    id: await fake.fromPhone(person(fake, p.to), await contentOf(fake, p), { account: accountOf(fake, p.account), lid: p.lid === true }),
  })),
  receipt: method({ id: z.string(), type: z.enum(['read', 'played', 'sender']).nullable().default(null) }, (fake, p) => {
    fake.receipt(
      present(
        fake.messages.find(({ id, ownCopy }) => id === p.id && !ownCopy),
        `a message ${p.id}`,
      ),
      p.type,
    );
  }),
  askAgain: method({ id: z.string() }, (fake, p) =>
    fake.askAgain(
      present(
        fake.messages.find(({ id, ownCopy }) => id === p.id && !ownCopy),
        `a message ${p.id}`,
      ),
    ),
  ),
  typing: method({ from: z.string(), state: z.enum(['composing', 'recording', 'paused']).optional(), ...account }, (fake, p) =>
    fake.typing(person(fake, p.from), p.state, accountOf(fake, p.account)),
  ),
  presence: method({ from: z.string(), online: z.boolean(), ...account }, (fake, p) =>
    fake.presence(person(fake, p.from), p.online, { account: accountOf(fake, p.account) }),
  ),
  call: method({ from: z.string(), video: z.boolean().optional(), ...account }, (fake, p) => ({
    id: fake.call(person(fake, p.from), { ...(p.video ? { video: true } : {}), account: accountOf(fake, p.account) }),
  })),
  callEnd: method({ from: z.string(), id: z.string(), reason: z.string().optional(), ...account }, (fake, p) =>
    fake.callEnd(person(fake, p.from), p.id, p.reason, accountOf(fake, p.account)),
  ),
  streamError: method({ code: z.number().nullable().default(null), conflict: z.string().optional(), ...account }, (fake, p) =>
    fake.streamError(p.code, p.conflict, accountOf(fake, p.account)),
  ),
  drop: method(account, (fake, p) => fake.drop(accountOf(fake, p.account))),
  unlink: method(account, (fake, p) => fake.unlink(accountOf(fake, p.account))),
  ban: method(account, (fake, p) => fake.ban(accountOf(fake, p.account))),
  refuseLogin: method({ reason: z.number().nullable(), ...account }, (fake, p) =>
    fake.refuseLogin(p.reason, {}, accountOf(fake, p.account)),
  ),
  timelock: method(
    { active: z.boolean(), until: z.number().optional(), type: z.string().optional(), ...account },
    (fake, { account, ...lock }) => fake.timelock(lock, accountOf(fake, account)),
  ),
  failIq: method({ xmlns: z.string(), code: z.number(), text: z.string().optional() }, (fake, p) => fake.failIq(p.xmlns, p.code, p.text)),
  nackNext: method({ code: z.number(), times: z.number().optional() }, (fake, p) => fake.nackNext(p.code, p.times)),
  switches: method({ swallow: z.boolean().optional(), mute: z.boolean().optional() }, (fake, p) => {
    Object.assign(fake.switches, p);
  }),
  options: method(
    {
      autoReceipts: z.enum(['none', 'delivered', 'read']).optional(),
      serverAcks: z.boolean().optional(),
      fewPreKeys: z.boolean().optional(),
    },
    (fake, p) => {
      Object.assign(fake.options, p);
    },
  ),
  sent: method({ since: z.number().default(0) }, (fake, p) => fake.messages.slice(p.since).map(shown)),
  arrivals: method({ chat: z.string(), ...account }, (fake, p) =>
    fake.arrivals(fake.groups.get(p.chat) ?? person(fake, p.chat), accountOf(fake, p.account)),
  ),
  state: method({}, (fake) => ({
    coordinates: fake.coordinates,
    online: fake.online.map(({ jid }) => jid),
    linked: fake.companions.filter((companion) => companion.linked).map(({ jid }) => jid),
    unconfirmed: fake.companions.map(({ jid, queue }) => ({ jid, stanzas: queue.size })),
    waitingForQr: [...fake.connections].filter(({ registration }) => registration).length,
    undecrypted: fake.undecrypted.map(({ id, by, error }) => ({ id, by: by.user, error: String(error) })),
    unhandled: fake.unhandled,
    faults: fake.faults.map(String),
  })),
};

/** Listens on the loopback interface. */
export async function startControl(fake: FakeWhatsApp, port = 0): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => void answer(fake, request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function answer(fake: FakeWhatsApp, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'application/json');
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const called = methods[(request.url ?? '').slice(1)];
    if (!called) throw new Error(`methods: ${Object.keys(methods).join(' ')}`);
    const result = await called(fake, JSON.parse(Buffer.concat(chunks).toString() || '{}'));
    response.end(JSON.stringify(result ?? {}, BufferJSON.replacer));
  } catch (error) {
    response.statusCode = 400;
    response.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
  }
}

function method<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (fake: FakeWhatsApp, body: z.output<z.ZodObject<Shape>>) => unknown,
): Method {
  const schema = z.strictObject(shape);
  return (fake, body) => run(fake, schema.parse(body) as z.output<z.ZodObject<Shape>>);
}

function person(fake: FakeWhatsApp, user: string): Phone {
  return present(fake.phones.get(user), `a contact ${user}`);
}

function accountOf(fake: FakeWhatsApp, user: string | undefined): Companion {
  return present(optionalAccount(fake, user), user ? `a device linked to ${user}` : 'a linked device');
}

function optionalAccount(fake: FakeWhatsApp, user: string | undefined): Companion | undefined {
  return fake.companions.findLast(({ linked, phone }) => linked && (user === undefined || phone.user === user));
}

type Body = { text?: string | undefined; message?: object | undefined; media?: z.output<typeof media> | undefined };

async function contentOf(fake: FakeWhatsApp, { text, message, media }: Body): Promise<Content> {
  if (media) return fake.mediaMessage(media.type, Buffer.from(media.base64, 'base64'), media.mimetype, media.more);
  return message ? proto.Message.fromObject(message) : present(text, 'a text, a message or media');
}

function linked({ jid, lid }: Companion) {
  return { jid, lid };
}

function shown({ id, to, type, edit, message, receivedBy, companion, ownCopy, group, retry }: Sent) {
  const readable = proto.Message.toObject(proto.Message.fromObject(message), { longs: Number, enums: String, bytes: String });
  return { id, to, type, edit, message: readable, by: receivedBy.user, account: companion.phone.user, ownCopy, group: group?.id, retry };
}
