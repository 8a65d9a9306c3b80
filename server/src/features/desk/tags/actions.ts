import { type TagView, tagDefaultColor } from '@balcao/contract/tags';
import type { TicketView } from '@balcao/contract/tickets';
import { tagChanged, tagCreated, tagDeleted } from '../../../events/tags.ts';
import { ticketTagged } from '../../../events/tickets.ts';
import { type Ctx, type Tx, userIdOf } from '../../../platform/context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { AppError, refusingDuplicates } from '../../../platform/errors.ts';
import { audit } from '../../company/system/actions.ts';
import { changeTagsOf } from '../tickets/actions/for-features/change-tags.ts';
import { mayMakeLanes } from './access.ts';
import { inOneLane, placedIn } from './rules.ts';
import {
  findTagByName,
  getTag,
  insertTag,
  lockTag,
  lockTagsFor,
  removeSecondLanes,
  removeTag,
  saveTag,
  saveTicketTags,
  type TicketTag,
} from './store.ts';
import { countedTag, tagView } from './view.ts';

export type TagInput = { name: string; color?: string | undefined; kanban?: boolean | null | undefined };

/** Adds a tag. If one has the name already, returns it unchanged. ERR_NO_PERMISSION if an agent adds a lane. */
export function createTag(ctx: Ctx | Tx, input: TagInput): Promise<TagView> {
  return transaction(ctx, async (ctx) => {
    const kanban = input.kanban ?? false;
    const known = await findTagByName(ctx, input.name);
    if (known) return tagView(known);
    if (kanban && !mayMakeLanes(ctx.actor)) throw new AppError('ERR_NO_PERMISSION');
    const userId = userIdOf(ctx.actor);
    const row = await insertTag(ctx, { name: input.name, color: input.color ?? tagDefaultColor, kanban, userId, at: ctx.now() });
    if (!row) return createTag(ctx, input);
    await ctx.publish(tagCreated, { tag: countedTag({ ...row, tickets: 0 }) });
    return tagView(row);
  });
}

/**
 * Changes the given fields. If the tag becomes a lane, tickets that are in another lane already lose it. ERR_NO_TAG_FOUND,
 * ERR_TAG_NAME_ALREADY_EXISTS, ERR_NO_PERMISSION if an agent changes whether it is a lane.
 */
export function updateTag(ctx: Ctx | Tx, id: number, input: Partial<TagInput>): Promise<TagView> {
  return refusingDuplicates({ tags_name_key: 'ERR_TAG_NAME_ALREADY_EXISTS' }, () =>
    transaction(ctx, async (ctx) => {
      const before = await lockTag(ctx, id);
      const kanban = input.kanban ?? before.kanban;
      if (kanban !== before.kanban && !mayMakeLanes(ctx.actor)) throw new AppError('ERR_NO_PERMISSION');
      await saveTag(ctx, id, { name: input.name, color: input.color, kanban, updated_at: ctx.now() });
      if (kanban && !before.kanban) await removeSecondLanes(ctx, id);
      const row = await getTag(ctx, id);
      await ctx.publish(tagChanged, { tag: countedTag(row) });
      return tagView(row);
    }),
  );
}

/** Removes a tag from the company and from all tickets. ERR_NO_TAG_FOUND. */
export function deleteTag(ctx: Ctx | Tx, id: number): Promise<void> {
  return transaction(ctx, async (ctx) => {
    await lockTag(ctx, id);
    await removeTag(ctx, id);
    await audit(ctx, { verb: 'tag.deleted', subject: String(id) });
    await ctx.publish(tagDeleted, { tagId: id });
  });
}

/** Sets the tags of a ticket that the caller may see; `inOneLane` holds. ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND. */
export function syncTags(ctx: Ctx | Tx, ticketId: number, tagIds: readonly number[]): Promise<TicketView> {
  return setTags(ctx, ticketId, tagIds, (tags) => inOneLane(tagIds, tags));
}

/**
 * Adds a tag to a ticket that the caller may see. A lane takes the place of the one before; null takes the ticket out of its lane.
 * ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND.
 */
export function placeTicket(ctx: Ctx | Tx, ticketId: number, tagId: number | null): Promise<TicketView> {
  return setTags(ctx, ticketId, tagId === null ? [] : [tagId], (tags) => placedIn(tagId, tags));
}

/** Takes a tag off a ticket that the caller may see, if it has it. ERR_NO_TICKET_FOUND. */
export function untagTicket(ctx: Ctx | Tx, ticketId: number, tagId: number): Promise<TicketView> {
  return setTags(ctx, ticketId, [], (tags) => tags.flatMap(({ id, held }) => (held && id !== tagId ? [id] : [])));
}

function setTags(
  ctx: Ctx | Tx,
  ticketId: number,
  named: readonly number[],
  choose: (tags: readonly TicketTag[]) => number[],
): Promise<TicketView> {
  return transaction(ctx, async (ctx) => {
    let changed = false;
    let added: number[] = [];
    const ticket = await changeTagsOf(ctx, ticketId, async (ctx) => {
      const tags = await lockTagsFor(ctx, ticketId, named);
      const missing = named.find((id) => !tags.some((tag) => tag.id === id));
      if (missing !== undefined) throw new AppError('ERR_NO_TAG_FOUND', { tagId: missing });
      const chosen = choose(tags);
      changed = tags.some(({ id, held }) => held !== chosen.includes(id));
      added = chosen.filter((id) => !tags.some((tag) => tag.id === id && tag.held));
      return saveTicketTags(ctx, ticketId, chosen);
    });
    if (changed) await ctx.publish(ticketTagged, { ticket, added });
    return ticket;
  });
}
