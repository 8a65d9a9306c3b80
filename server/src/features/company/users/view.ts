import { commandIds } from '@balcao/contract/command-rules';
import { panelSections } from '@balcao/contract/panel-order';
import type { Profile, SendKey } from '@balcao/contract/user-rules';
import type { SessionUser, UserView } from '@balcao/contract/users';
import type { ChoicesRow, UserRow } from './store.ts';

/** A user with everything that decides what they may see and do. */
export type User = {
  id: number;
  name: string;
  email: string;
  profile: Profile;
  super: boolean;
  allTicket: boolean;
  exportContacts: boolean;
  queueIds: number[];
  whatsappId: number | null;
  language: string | null;
  sendWith: SendKey;
  online: boolean;
  away: boolean;
  assignmentCapacity: number | null;
};

export function userOf(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    profile: row.profile as Profile,
    super: row.super,
    allTicket: row.all_ticket,
    exportContacts: row.export_contacts,
    queueIds: row.queues.map((queue) => queue.id),
    whatsappId: row.connection_id,
    language: row.language,
    sendWith: row.send_with as SendKey,
    online: row.online,
    away: row.away,
    assignmentCapacity: row.assignment_capacity,
  };
}

export function userView(row: UserRow): UserView {
  const { id, name, email, profile, queueIds: _, allTicket, ...rest } = userOf(row);
  return {
    id,
    name,
    email,
    profile,
    ...rest,
    allTicket: allTicket ? 'enabled' : 'disabled',
    companyId: row.company_id,
    queues: row.queues.map((queue) => ({ ...queue, UserQueue: { userId: row.id, queueId: queue.id } })),
    company: { id: row.company_id, name: row.company_name, dueDate: row.company_due_date },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** What the user chose for themselves. Commands and sections that are there no more are left out. */
export function choicesView(row: ChoicesRow): Pick<SessionUser, 'silentNotices' | 'noticeChoices' | 'shortcuts' | 'panelOrder'> {
  const { silent, quiet_from: from, quiet_to: to, tones, insist, keys_used, keys, panel } = row;
  const known = Object.fromEntries(commandIds.flatMap((id) => (keys[id] === undefined ? [] : [[id, keys[id]]])));
  const sections = panelSections.filter((id) => panel.includes(id)).toSorted((a, b) => panel.indexOf(a) - panel.indexOf(b));
  const noticeChoices = { quiet: from && to ? { from, to } : null, tones: tones ?? { kinds: {}, queues: {} }, insist };
  return { silentNotices: silent, noticeChoices, shortcuts: { used: keys_used, keys: known }, panelOrder: { sections } };
}
