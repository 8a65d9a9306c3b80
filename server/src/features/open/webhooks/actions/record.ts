// What happens is written down for webhooks in the transaction in which it happens: an event is there if and only if its cause is.
import type { WebhookEventName } from '@balcao/contract/webhook-rules';
import { contactChanged, contactCreated, contactDeleted, contactMerged, contactsChanged } from '../../../../events/contacts.ts';
import { importChanged } from '../../../../events/imports.ts';
import { messageChanged, messageCreated } from '../../../../events/messages.ts';
import { tagChanged, tagCreated, tagDeleted } from '../../../../events/tags.ts';
import { ticketChanged, ticketDeleted, ticketTagged } from '../../../../events/tickets.ts';
import { newId } from '../../../../platform/chance.ts';
import type { Tx } from '../../../../platform/context.ts';
import { keptOf } from '../../../../platform/db/kept.ts';
import type { Fact, Published, Recorder } from '../../../../platform/facts.ts';
import { mayWork } from '../../../company/companies/reads.ts';
import { viewForPrograms as view } from '../../public-api/reads.ts';
import { deliveryService } from '../rules.ts';
import { addDeliveries, listeningWebhooks } from '../store/lines.ts';

/** `line`: what it is about; the events of a line arrive in their order. */
type Told = { event: WebhookEventName; line: string; data: object };
type Teller = { fact: { name: string }; tell(payload: unknown): Told | null };

function teller<P>(fact: Fact<P>, tell: (payload: P) => Told | null): Teller {
  return { fact, tell: (payload) => tell(payload as P) };
}

const tellers: Teller[] = [
  teller(messageCreated, ({ message, ticket }) => ({
    event: message.fromMe ? 'message.sent' : 'message.received',
    line: `ticket:${ticket.id}`,
    data: { message: view.message(message), ticket: view.ticket(ticket) },
  })),
  teller(messageChanged, ({ message, ticket }) => ({
    event: 'message.changed',
    line: `ticket:${ticket.id}`,
    data: { message: view.message(message), ticket: view.ticket(ticket) },
  })),
  teller(ticketChanged, ({ before, ticket, moved }) => {
    if (before !== null && !moved) return null;
    const closed = before !== null && before.status !== 'closed' && ticket.status === 'closed';
    const event = before === null ? 'ticket.created' : closed ? 'ticket.closed' : 'ticket.changed';
    return { event, line: `ticket:${ticket.id}`, data: { ticket: view.ticket(ticket), before } };
  }),
  teller(ticketTagged, ({ ticket }) => ({ event: 'ticket.tagged', line: `ticket:${ticket.id}`, data: { ticket: view.ticket(ticket) } })),
  teller(ticketDeleted, ({ ticketId }) => ({ event: 'ticket.deleted', line: `ticket:${ticketId}`, data: { ticket: { id: ticketId } } })),
  teller(contactCreated, ({ contact }) => ({
    event: 'contact.created',
    line: `contact:${contact.id}`,
    data: { contact: view.contact(contact) },
  })),
  teller(contactChanged, ({ contact }) => ({
    event: 'contact.changed',
    line: `contact:${contact.id}`,
    data: { contact: view.contact(contact) },
  })),
  teller(contactDeleted, ({ contactId: id }) => ({ event: 'contact.deleted', line: `contact:${id}`, data: { contact: { id } } })),
  teller(contactMerged, ({ keptId, otherId: id }) => ({
    event: 'contact.deleted',
    line: `contact:${id}`,
    data: { contact: { id }, mergedInto: keptId },
  })),
  // Too many for an event each: whoever keeps a copy reads the list again.
  teller(contactsChanged, ({ count, importing }) => (importing ? null : { event: 'contacts.changed', line: 'contacts', data: { count } })),
  teller(importChanged, ({ import: { id, kind, status, total, created, duplicates, invalid, error, contactListId } }) =>
    status === 'done' || status === 'failed'
      ? {
          event: 'import.finished',
          line: `import:${id}`,
          data: { import: { id, kind, status, total, created, duplicates, invalid, error, contactListId } },
        }
      : null,
  ),
  teller(tagCreated, ({ tag }) => ({ event: 'tag.created', line: `tag:${tag.id}`, data: { tag: view.tag(tag) } })),
  teller(tagChanged, ({ tag }) => ({ event: 'tag.changed', line: `tag:${tag.id}`, data: { tag: view.tag(tag) } })),
  teller(tagDeleted, ({ tagId: id }) => ({ event: 'tag.deleted', line: `tag:${id}`, data: { tag: { id } } })),
];
const tellerOf = new Map(tellers.map((each) => [each.fact.name, each]));

export const webhookRecorder: Recorder = { facts: tellers.map(({ fact }) => fact), record: recordForWebhooks };

const keptWebhooks = keptOf(listeningWebhooks);

/** Adds what happened to the lines of the webhooks that want to know. */
async function recordForWebhooks(ctx: Tx, published: readonly Published[]): Promise<void> {
  const webhooks = await keptWebhooks(ctx);
  if (webhooks.length === 0) return;
  // After the subscription has ended, no more than the API answers.
  if (!(await mayWork(ctx))) return;
  const now = ctx.now();
  const added = published.flatMap(({ fact, payload }) => {
    const told = tellerOf.get(fact.name)?.tell(payload);
    if (!told) return [];
    const { event, line, data } = told;
    const listening = webhooks.filter(({ events }) => events.includes(event));
    if (listening.length === 0) return [];
    const eventId = newId();
    const body = bodyOf({ eventId, event, at: now, companyId: ctx.companyId, data });
    return listening.map(({ id: webhookId }) => ({ webhookId, eventId, event, line, body }));
  });
  if (added.length === 0) return;
  await addDeliveries(ctx, added, now);
  ctx.wake(deliveryService);
}

/** What is sent, as JSON text. The same however often it is sent. */
export function bodyOf(of: { eventId: string; event: string; at: Date; companyId: number; data: object }): string {
  const { eventId: id, event, at, companyId, data } = of;
  return JSON.stringify({ id, event, createdAt: at.toISOString(), companyId, data });
}
