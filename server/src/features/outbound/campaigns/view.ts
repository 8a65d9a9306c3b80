import { noPrices, type Prices } from '@balcao/contract/campaign-cost-rules';
import { type CampaignVariable, defaultPace, type Pace, usedVariants } from '@balcao/contract/campaign-rules';
import type { CampaignCounts, CampaignReport, CampaignView, ShippingView } from '@balcao/contract/campaigns';
import type { CampaignRow } from './store/campaigns.ts';
import type { SettingRow } from './store/paces.ts';
import type { ShippingRow, ShownShipping } from './store/shippings.ts';

export type ReportedHealth = NonNullable<CampaignReport['health']>;
type Judged = Omit<ReportedHealth, 'until'> & { until: Date | null };

/** `link` makes an absolute URL of a file's key. */
export function campaignView(row: CampaignRow, link: (key: string, name?: string) => string): CampaignView {
  const [m1 = '', m2 = '', m3 = '', m4 = '', m5 = ''] = row.messages;
  const [q1 = '', q2 = '', q3 = '', q4 = '', q5 = ''] = row.confirmation_messages;
  return {
    id: row.id,
    name: row.name,
    ...{ message1: m1, message2: m2, message3: m3, message4: m4, message5: m5 },
    ...{ confirmationMessage1: q1, confirmationMessage2: q2, confirmationMessage3: q3, confirmationMessage4: q4, confirmationMessage5: q5 },
    status: row.status,
    confirmation: row.confirmation,
    template: row.template && { ...row.template, variables: { ...row.template.variables } },
    mediaPath: row.media_key && link(row.media_key, row.media_name ?? undefined),
    mediaName: row.media_name,
    scheduledAt: row.scheduled_at?.toISOString() ?? null,
    completedAt: row.completed_at?.toISOString() ?? null,
    companyId: row.company_id,
    contactListId: row.contact_list_id,
    whatsappId: row.connection_name === null ? null : row.connection_id,
    fileListId: row.file_list_id,
    onlyOpenHours: row.only_open_hours,
    contactList: row.contact_list_id === null ? null : { id: row.contact_list_id, name: row.list_name ?? '' },
    whatsapp: row.connection_id === null || row.connection_name === null ? null : { id: row.connection_id, name: row.connection_name },
    fileList: row.file_list_id === null ? null : { id: row.file_list_id, name: row.file_list_name ?? '' },
    counts: countsOf(row),
    halt: row.halt === null ? null : { reason: row.halt, until: row.halted_until?.toISOString() ?? null },
    overruledUntil: row.overruled_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

const delivered = ['sent', 'delivered', 'read'];

function countsOf({ planned, planned_valid, tallies }: CampaignRow): CampaignCounts {
  const sum = (wanted: (tally: CampaignRow['tallies'][number]) => boolean) =>
    tallies.reduce((total, tally) => total + (wanted(tally) ? tally.n : 0), 0);
  return {
    total: planned,
    valid: planned_valid,
    waiting: sum(({ state }) => state === 'waiting' || state === 'queued' || state === 'asking'),
    delivered: sum(({ state }) => delivered.includes(state)),
    read: sum(({ state, replied }) => state === 'read' && !replied),
    unread: sum(({ state, replied }) => (state === 'sent' || state === 'delivered') && !replied),
    replied: sum(({ state, replied }) => delivered.includes(state) && replied),
    failed: sum(({ state }) => state === 'failed'),
    skipped: sum(({ state }) => state === 'skipped'),
  };
}

/** How each variant did; 0 is the template, unless that was the question. */
export function variantsOf({ messages, template, confirmation, tallies }: CampaignRow) {
  const templated = template && !confirmation ? [{ variant: 0, text: template.name }] : [];
  return [...usedVariants(messages), ...templated].map(({ variant, text }) => {
    const mine = tallies.filter((tally) => tally.variant === variant && delivered.includes(tally.state));
    const sum = (list: typeof mine) => list.reduce((total, { n }) => total + n, 0);
    const read = mine.filter(({ state, replied }) => state === 'read' || replied);
    return { variant, text, delivered: sum(mine), read: sum(read), replied: sum(mine.filter(({ replied }) => replied)) };
  });
}

export function shippingView(row: ShippingRow | ShownShipping): ShippingView {
  return {
    id: row.id,
    campaignId: row.campaign_id,
    contactId: row.contact_id,
    ticketUuid: 'ticket_uuid' in row ? row.ticket_uuid : null,
    name: row.name,
    number: row.number,
    message: row.message,
    variant: row.variant,
    confirmationMessage: row.confirmation_message,
    confirmation: row.confirmed_at !== null,
    state: row.state,
    reason: row.reason,
    reply: row.reply,
    confirmationRequestedAt: row.confirmation_requested_at?.toISOString() ?? null,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    sentAt: row.sent_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    repliedAt: row.replied_at?.toISOString() ?? null,
  };
}

export function healthView({ level, why, until }: Judged): ReportedHealth {
  return { level, why: [...why], until: until?.toISOString() ?? null };
}

/** The keys of the settings, in the order in which they are saved. */
export const settingKeys = ['messageInterval', 'longerIntervalAfter', 'greaterInterval', 'variables', 'prices'] as const;

/** All of them, or none before they are saved. */
export function settingViews(rows: readonly SettingRow[]) {
  return rows.flatMap((row) => {
    const key = settingKeys.find((each) => each === row.key);
    if (!key) return [];
    const { id, value, company_id: companyId, created_at, updated_at } = row;
    return [{ id, key, value, companyId, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() }];
  });
}

export type CampaignSettings = Pace & { variables: CampaignVariable[]; prices: Prices };

/** What was saved, with defaults. */
export function settingsIn(rows: readonly SettingRow[]): CampaignSettings {
  const saved = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]));
  return { ...defaultPace, variables: [], prices: noPrices, ...saved } as CampaignSettings;
}
