import type { AutomationFiring, AutomationView } from '@balcao/contract/automations';
import type { ConnectionChannel } from '@balcao/contract/connection-rules';
import type { Holiday, ScheduleEntry } from '@balcao/contract/schedule-rules';
import type { TicketStatus } from '@balcao/contract/ticket-rules';
import type { AutomationRow } from './store/automations.ts';
import type { LoggedFiring } from './store/firings.ts';

/** A ticket, with all that conditions may ask of it. */
export type SituationRow = {
  id: number;
  uuid: string;
  number: number;
  contactId: number;
  contactName: string;
  isGroup: boolean;
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  connectionId: number | null;
  channel: ConnectionChannel | null;
  lastInboundAt: Date | null;
  blocked: boolean;
  tagIds: number[];
  fields: { name: string; value: string }[];
  /** What the customer wrote; null if they did not. */
  text: string | null;
  /** Since when it waits; null if it does not. */
  queuedAt: Date | null;
  scheduleType: string;
  timeZone: string;
  companySchedules: ScheduleEntry[];
  holidays: Holiday[];
  queueSchedules: ScheduleEntry[] | null;
};

export function automationView(row: AutomationRow): AutomationView {
  const { id, name, active, event, minutes, match } = row;
  return {
    ...{ id, name, active, event, minutes, match },
    conditions: row.conditions as AutomationView['conditions'],
    actions: row.actions as AutomationView['actions'],
    lastFiredAt: row.last_fired_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** What stands in the log: `unmatched` does not. */
export function firingView(row: LoggedFiring): AutomationFiring {
  const { id, automation_id, automation_name, event, depth, outcome, results, ticket_id, uuid, number, contact_name, at } = row;
  return {
    ...{ id, automationId: automation_id, automationName: automation_name, event, depth, results },
    outcome: outcome === 'unmatched' ? 'fired' : outcome,
    ticket: { id: ticket_id, uuid, number, contactName: contact_name },
    at: at.toISOString(),
  };
}
