// The demo company of `npm run demo`. Created by calling actions, so it contains nothing that the product could not have made.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TicketView } from '@balcao/contract/tickets';
import { acknowledgeOnPhone, simulateMessage } from '../src/features/channels/simulator/actions.ts';
import { createConnection, updateConnection } from '../src/features/company/connections/actions.ts';
import { listPlans } from '../src/features/company/plans/reads.ts';
import { createQueue } from '../src/features/company/queues/actions.ts';
import { changeSetting } from '../src/features/company/settings/actions.ts';
import { createCompany } from '../src/features/company/sign-up/actions.ts';
import { createUser, updateUser } from '../src/features/company/users/actions.ts';
import { listAllUsers } from '../src/features/company/users/reads.ts';
import { updateContact } from '../src/features/desk/contacts/actions/change-contact.ts';
import { fetchMedia } from '../src/features/desk/messages/actions/in/fetch-media.ts';
import { deliverOutbox } from '../src/features/desk/messages/actions/out/deliver.ts';
import { sendMessage } from '../src/features/desk/messages/actions/out/send.ts';
import { deleteMessage, reactToMessage } from '../src/features/desk/messages/actions/thread/change.ts';
import { readThread } from '../src/features/desk/messages/actions/thread/read-thread.ts';
import { getMessage } from '../src/features/desk/messages/store/messages.ts';
import { sayGoodbye } from '../src/features/desk/ratings/actions.ts';
import { syncTags } from '../src/features/desk/tags/actions.ts';
import { createTicketNote } from '../src/features/desk/ticket-notes/actions.ts';
import { moveTicket } from '../src/features/desk/tickets/actions/move-ticket.ts';
import { attendanceOf, listTicketPage } from '../src/features/desk/tickets/reads.ts';
import { asSystem, mintCompanyId, type Outside, type PlatformCtx } from '../src/platform/context.ts';
import { reading } from '../src/platform/db/transaction.ts';
import { AppError } from '../src/platform/errors.ts';
import type { Upload } from '../src/platform/http/routes.ts';
import { readablePassword } from '../src/platform/passwords.ts';
import { makeInvoices } from './demo-billing.ts';
import { type Conversation, conversations, type Line, type Person, type Queue, type Tag } from './demo-conversations.ts';
import { type DemoFile, type Made, makeFile } from './demo-files.ts';
import { makeOutbound } from './demo-outbound.ts';
import { makeAutomations, makeMenus, makePlatformNews, makeQuickMessages, makeTags, makeTeamChat } from './demo-tools.ts';

const name = 'Vértice Móveis';
const queues: Record<Queue, { color: string; greetingMessage: string }> = {
  Vendas: { color: '#2f9249', greetingMessage: 'Olá! Como podemos ajudar com a sua compra?' },
  Assistência: { color: '#d2691e', greetingMessage: 'Olá! Conte para a gente o que aconteceu.' },
  Entregas: { color: '#2f6fde', greetingMessage: 'Olá! Tem o número do pedido à mão?' },
  Financeiro: { color: '#8450bd', greetingMessage: 'Olá! Fale com o financeiro por aqui.' },
};
const people: Record<Person, { name: string; queues: Queue[]; allTicket: boolean }> = {
  marina: { name: 'Marina Duarte', queues: ['Vendas', 'Assistência', 'Entregas', 'Financeiro'], allTicket: true },
  caio: { name: 'Caio Fontes', queues: ['Vendas'], allTicket: true },
  joana: { name: 'Joana Prado', queues: ['Vendas', 'Financeiro'], allTicket: false },
  rafael: { name: 'Rafael Nogueira', queues: ['Entregas'], allTicket: false },
  beatriz: { name: 'Ana Beatriz Lopes', queues: ['Assistência', 'Entregas'], allTicket: false },
};
const emailOf = (person: string) => `${person}@demo.local`;
const minute = 60_000;
const hour = 60 * minute;

/** How it shows that the company exists, also once somebody gave it another name. */
const existing: readonly string[] = ['ERR_COMPANY_NAME_ALREADY_EXISTS', 'ERR_EMAIL_ALREADY_EXISTS'];

/**
 * Creates the demo company and returns its password, shown only this once; null if the company exists. To be called before jobs are taken:
 * the past that is told here must not be answered now.
 */
export async function seedDemo(base: PlatformCtx): Promise<{ password: string } | null> {
  const password = readablePassword();
  try {
    await makeCompany(base, password);
  } catch (error) {
    if (error instanceof AppError && existing.includes(error.code)) return null;
    throw error;
  }
  process.stdout.write(
    `\n  Demo: sign in as ${emailOf('marina')} (admin) or ${emailOf('caio')} (agent) with the password ${password}  (shown only this once)\n`,
  );
  return { password };
}

async function makeCompany(base: PlatformCtx, password: string): Promise<void> {
  const began = at(base, base.now().getTime() - 6 * 24 * hour);
  const [plan] = await listPlans(base);
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND');
  // The operator's company is the first one. The operator creates this one.
  const terms = { status: true, dueDate: '2099-12-31', recurrence: 'MENSAL', campaignsEnabled: true };
  const company = await createCompany(asSystem(began, mintCompanyId(1)), {
    name,
    email: emailOf('marina'),
    password,
    planId: plan.id,
    ...terms,
  });
  const ctx = asSystem(began, mintCompanyId(company.id));
  await makeInvoices(base, mintCompanyId(company.id), terms.dueDate);

  const queueIds = new Map<Queue, number>();
  for (const [index, [queue, look]] of Object.entries(queues).entries()) {
    queueIds.set(queue as Queue, (await createQueue(ctx, { name: queue, ...look, orderQueue: index + 1 })).id);
  }
  const staff = await hire(ctx, password, (wanted) => wanted.flatMap((queue) => queueIds.get(queue) ?? []));
  const connection = await createConnection(ctx, { name: 'Loja Centro', channel: 'simulator' });
  await changeSetting(ctx, 'CheckMsgIsGroup', 'disabled');
  await changeSetting(ctx, 'userRating', 'enabled');
  await changeSetting(ctx, 'firstSteps', 'closed');
  await makeMenus(ctx, queueIds);

  const folder = await mkdtemp(join(tmpdir(), 'balcao-demo-'));
  try {
    const tagIds = await makeTags(ctx);
    const stage = { base, staff, queueIds, tagIds, connectionId: connection.id, companyCtx: ctx, upload: uploader(base, folder) };
    await makeQuickMessages(as(stage, ctx, 'marina'));
    await makePlatformNews(asSystem(began, mintCompanyId(1)));
    await makeTeamChat(as(stage, ctx, 'marina'), as(stage, ctx, 'caio'));
    for (const conversation of conversations) await play(stage, conversation);
    const marina = as(stage, { ...ctx, now: base.now }, 'marina');
    const { tickets } = await listTicketPage(marina, { ...firstPage, status: 'open' });
    await makeOutbound(
      marina,
      connection.id,
      tickets.flatMap(({ contactId, isGroup }) => (isGroup ? [] : [contactId])),
    );
    await makeAutomations(marina, { queueIds, tagIds, userId: staff.get('marina')?.id ?? 0 });
    // Only now, so that the bot does not answer in conversations that are told as they were.
    const greetingMessage = 'Olá! Aqui é a Vértice Móveis. Com quem você quer falar?';
    await updateConnection(ctx, connection.id, { queueIds: [...queueIds.values()], greetingMessage });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Staff = Map<Person, { id: number; queueIds: number[] }>;

async function hire(ctx: Outside, password: string, idsOf: (queues: Queue[]) => number[]): Promise<Staff> {
  const staff: Staff = new Map();
  const [first] = await listAllUsers(ctx);
  for (const [person, { name, queues, allTicket }] of Object.entries(people)) {
    const queueIds = idsOf(queues);
    const about = { name, queueIds, allTicket: allTicket ? ('enabled' as const) : ('disabled' as const) };
    const { id } =
      person === 'marina' && first
        ? await updateUser(ctx, first.id, about)
        : await createUser(ctx, { ...about, email: emailOf(person), password, profile: 'user' });
    staff.set(person as Person, { id, queueIds });
  }
  return staff;
}

type Stage = {
  base: PlatformCtx;
  companyCtx: Outside;
  staff: Staff;
  queueIds: Map<Queue, number>;
  tagIds: Map<Tag, number>;
  connectionId: number;
  upload(what: DemoFile): Promise<Upload>;
};

/** Simulates a conversation from its beginning, with the clock set to its times. */
async function play(stage: Stage, conversation: Conversation): Promise<void> {
  const { name, group, number, hoursAgo, queue, agent, closed, rating, lines, about } = conversation;
  const { base, companyCtx, connectionId, queueIds } = stage;
  const began = base.now().getTime() - hoursAgo * hour;
  // The last line of a recent conversation must not be in the future.
  const pace = Math.min(4 * minute, (hoursAgo * hour) / (lines.length + 2));
  const customer = (ctx: Outside, said: Partial<Parameters<typeof simulateMessage>[2]> & { type: Line['type'] }, files: Upload[] = []) =>
    simulateMessage(ctx, connectionId, { from: number, name, group, ...said }, files);
  const spoken: Spoken[] = [];
  let ticket: TicketView | null = null;

  for (const [index, line] of lines.entries()) {
    const ctx: Outside = { ...companyCtx, ...at(base, began + index * pace) };
    if (line.by === 'customer') {
      const target = 'to' in line && line.to !== undefined ? spoken[line.to]?.externalId : undefined;
      const place = line.type === 'location' ? { latitude: line.latitude, longitude: line.longitude } : {};
      const body = 'body' in line ? line.body : undefined;
      const { id } = await customer(
        ctx,
        { type: line.type, body, target, ...place, id: `demo-${number}-${index}` },
        'file' in line ? [await stage.upload(line.file)] : [],
      );
      ticket ??= await ticketOf(ctx, group ?? number);
      const last = await lastMessage(ctx, ticket.id);
      if ('file' in line) await fetchMedia(ctx, last);
      spoken.push({ messageId: last, externalId: id });
      continue;
    }
    if (!ticket || !agent || !queue) throw new Error(`${name}: nobody is there to answer`);
    const me = as(stage, ctx, agent);
    if (ticket.status !== 'open') {
      const shared: Outside = { ...companyCtx, ...at(base, ctx.now().getTime() - pace * 0.7) };
      await moveTicket(as(stage, shared, 'marina'), ticket.id, { queueId: queueIds.get(queue) });
      ticket = await moveTicket(me, ticket.id, { status: 'open', userId: stage.staff.get(agent)?.id });
    }
    await readThread(me, ticket.id, { pageNumber: 1, peek: false });
    spoken.push(await answer(stage, me, ticket.id, line, spoken));
    if (index < lines.length - 1 && !group)
      await acknowledgeOnPhone({ ...me, ...at(base, me.now().getTime() + minute / 2) }, connectionId, { from: number, status: 'read' });
  }

  const end: Outside = { ...companyCtx, ...at(base, began + lines.length * pace) };
  if (!ticket) return;
  if (ticket.status === 'pending' && queue) await moveTicket(as(stage, end, 'marina'), ticket.id, { queueId: queueIds.get(queue) });
  if (closed && agent) {
    const me = as(stage, end, agent);
    await readThread(me, ticket.id, { pageNumber: 1, peek: false });
    const { id: closedId } = await moveTicket(me, ticket.id, { status: 'closed' });
    // The question how it was, which the job asks only when the closing can no longer be taken back.
    const system = asSystem(me, me.companyId);
    const attendance = await reading(system, (ctx) => attendanceOf(ctx, closedId));
    await sayGoodbye(system, { ticketId: closedId, attendanceId: attendance?.id ?? null });
    await deliverOutbox(system, connectionId);
    if (rating) await customer({ ...me, ...at(base, me.now().getTime() + minute) }, { type: 'text', body: String(rating) });
  }
  await label(stage, conversation, end, ticket);
  if (about) await updateContact(end, ticket.contactId, { email: about.email, extraInfo: about.extraInfo });
}

/** The tags of a conversation, and what was noted for the colleagues. */
async function label(stage: Stage, { tags = [], note, agent }: Conversation, ctx: Outside, { id, contactId }: TicketView): Promise<void> {
  const me = as(stage, ctx, agent ?? 'marina');
  if (tags.length > 0)
    await syncTags(
      me,
      id,
      tags.flatMap((tag) => stage.tagIds.get(tag) ?? []),
    );
  if (note) await createTicketNote(me, { note, ticketId: id, contactId, mentions: [] });
}

type Spoken = { messageId: number; externalId: string };

async function answer(stage: Stage, me: Outside, ticketId: number, line: Line, spoken: Spoken[]): Promise<Spoken> {
  const target = 'to' in line && line.to !== undefined ? spoken[line.to] : undefined;
  if (target && line.type === 'reaction') {
    await reactToMessage(me, target.messageId, line.body);
    return target;
  }
  if (target && line.type === 'revoke') {
    await deleteMessage(me, target.messageId);
    return target;
  }
  const files = 'file' in line ? [await stage.upload(line.file)] : [];
  const words = {
    body: 'body' in line ? line.body : undefined,
    quotedMsg: target ? String(target.messageId) : undefined,
    as: line.type === 'voice' ? ('voice' as const) : undefined,
  };
  const sent = (await sendMessage(me, ticketId, words, files, null)).at(-1);
  if (!sent) throw new Error('nothing was sent');
  await deliverOutbox(asSystem(me, me.companyId), stage.connectionId);
  const messageId = Number(sent.id);
  const { sent_as: externalId } = await reading(me, (ctx) => getMessage(ctx, messageId));
  if (!externalId) throw new Error(`message ${messageId} was not sent`);
  return { messageId, externalId };
}

function as({ staff }: Stage, ctx: Outside, person: Person): Outside {
  const { name, allTicket } = people[person];
  const { id, queueIds } = staff.get(person) ?? { id: 0, queueIds: [] };
  const profile = person === 'marina' ? 'admin' : 'user';
  return {
    ...ctx,
    actor: { kind: 'user', id, name, profile, super: false, queueIds, allTicket, exportContacts: false, sessionId: 'demo' },
  };
}

async function ticketOf(ctx: Outside, number: string): Promise<TicketView> {
  const { tickets } = await listTicketPage(ctx, { ...firstPage, searchParam: number });
  if (!tickets[0]) throw new Error(`no ticket for ${number}`);
  return tickets[0];
}

async function lastMessage(ctx: Outside, ticketId: number): Promise<number> {
  const { messages } = await readThread(ctx, ticketId, { pageNumber: 1, peek: true });
  return Number(messages.at(-1)?.id);
}

const firstPage = { pageNumber: 1, searchParam: '', showAll: true, withUnreadMessages: false };

/** The same process at another time. */
function at(base: PlatformCtx, time: number): PlatformCtx {
  return { ...base, now: () => new Date(time) };
}

function uploader({ gateways }: PlatformCtx, folder: string): Stage['upload'] {
  const made = new Map<DemoFile, Promise<Made>>();
  return async (what) => {
    const file = made.get(what) ?? makeFile(what, gateways.media);
    made.set(what, file);
    const { filename, mime, bytes } = await file;
    const path = join(folder, `${what}.bin`);
    await writeFile(path, bytes);
    return { field: 'medias', filename, mime, path, size: bytes.length };
  };
}
