// Campaigns: one text, in up to five variants, to everybody in a list, at a pace.
import { z } from 'zod';
import { priceCurrencies, priceGroups } from './campaign-cost-rules.ts';
import {
  campaignNameMax,
  campaignNameMin,
  campaignStatuses,
  haltReasons,
  shippingFilters,
  shippingStates,
  skipReasons,
} from './campaign-rules.ts';
import * as c from './common.ts';
import { healthLevels, healthReasons } from './connection-health-rules.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';
import { messageBodyMax } from './message-rules.ts';
import { templateCategories } from './template-rules.ts';
import { templateChoice } from './templates.ts';

const counts = z.object({
  /** Contacts of the list when it was taken over; 0 before. */
  total: z.number(),
  /** Those with a number that has WhatsApp. */
  valid: z.number(),
  /** Not sent to yet, the question for confirmation included. */
  waiting: z.number(),
  /** Handed to the channel, whether read or not. */
  delivered: z.number(),
  /** Of the delivered: read, but not answered; not read; answered. */
  read: z.number(),
  unread: z.number(),
  replied: z.number(),
  failed: z.number(),
  skipped: z.number(),
});
export type CampaignCounts = z.output<typeof counts>;

const texts = {
  message1: z.string(),
  message2: z.string(),
  message3: z.string(),
  message4: z.string(),
  message5: z.string(),
  confirmationMessage1: z.string(),
  confirmationMessage2: z.string(),
  confirmationMessage3: z.string(),
  confirmationMessage4: z.string(),
  confirmationMessage5: z.string(),
};

export const campaignView = z.object({
  id: z.number(),
  name: z.string(),
  ...texts,
  status: z.enum(campaignStatuses),
  /** Asks first; the text itself goes to those who answer. */
  confirmation: z.boolean(),
  /**
   * Of a Cloud API number: what goes to those whose window is shut; with `confirmation`, as the question. Values may contain `{nome}` and the
   * like.
   */
  template: templateChoice.nullable(),
  /** Absolute URL, valid for a while. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  scheduledAt: c.instant.nullable(),
  completedAt: c.instant.nullable(),
  companyId: z.number(),
  contactListId: z.number().nullable(),
  whatsappId: z.number().nullable(),
  fileListId: z.number().nullable(),
  /** Only while the company is open. */
  onlyOpenHours: z.boolean(),
  contactList: z.object({ id: z.number(), name: z.string() }).nullable(),
  whatsapp: z.object({ id: z.number(), name: z.string() }).nullable(),
  fileList: z.object({ id: z.number(), name: z.string() }).nullable(),
  counts,
  /** Why it does not go on now, and until when that holds, or why the product stopped it; null: nothing holds it back. */
  halt: z.object({ reason: z.enum(haltReasons), until: c.instant.nullable() }).nullable(),
  /** Until when the health of the number is overruled by a person. */
  overruledUntil: c.instant.nullable(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
export type CampaignView = z.output<typeof campaignView>;
c.named.add(campaignView, { id: 'Campaign' });

export const shippingView = z.object({
  id: z.number(),
  campaignId: z.number(),
  contactId: z.number().nullable(),
  /** The conversation it is part of; null before it was sent. */
  ticketUuid: z.string().nullable(),
  name: z.string(),
  number: z.string(),
  /** What was sent; empty before. */
  message: z.string(),
  /** Which variant, from 1; null before, and for a template. */
  variant: z.number().nullable(),
  confirmationMessage: z.string().nullable(),
  confirmation: z.boolean(),
  state: z.enum(shippingStates),
  /** Why it failed or was skipped: a reason of the channel, or of the campaign. */
  reason: z.string().nullable(),
  /** The beginning of what the customer answered. */
  reply: z.string().nullable(),
  confirmationRequestedAt: c.instant.nullable(),
  confirmedAt: c.instant.nullable(),
  /** When it was handed to the outbox. */
  sentAt: c.instant.nullable(),
  /** When the channel took it; of one that failed: the part of it that arrived. */
  deliveredAt: c.instant.nullable(),
  repliedAt: c.instant.nullable(),
});
export type ShippingView = z.output<typeof shippingView>;
c.named.add(shippingView, { id: 'CampaignShipping' });

/** How many contacts the detail of a campaign brings; the report has pages. */
export const detailRowsMax = 1_000;

export const campaignDetail = campaignView.extend({
  /** The first 1000. */
  shipping: z.array(shippingView),
  /** The list with its first 1000 contacts. */
  contactList: z
    .object({
      id: z.number(),
      name: z.string(),
      contacts: z.array(z.object({ id: z.number(), name: z.string(), number: z.string(), isWhatsappValid: z.boolean() })),
    })
    .nullable(),
});
c.named.add(campaignDetail, { id: 'CampaignDetail' });

const report = z.object({
  campaign: campaignView,
  /** `variant` 0 is the template. */
  variants: z.array(z.object({ variant: z.number(), text: z.string(), delivered: z.number(), read: z.number(), replied: z.number() })),
  /** How many were sent by then; at most 60 points. */
  series: z.array(z.object({ at: c.instant, sent: z.number() })),
  /** Messages per minute now; null while it does not run. */
  perMinute: z.number().nullable(),
  expectedEnd: c.instant.nullable(),
  startedAt: c.instant.nullable(),
  /** Of its number; null without one. */
  health: z.object({ level: z.enum(healthLevels), why: z.array(z.enum(healthReasons)), until: c.instant.nullable() }).nullable(),
});
export type CampaignReport = z.output<typeof report>;

/** Null empties it, as existing clients do. */
const variant = c
  .text(messageBodyMax)
  .nullish()
  .transform((value) => (value === null ? '' : value));
/** Local time without offset counts in the company's time zone; empty means none. */
const moment = z
  .string()
  .trim()
  .max(40)
  .regex(/^$|^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?$/)
  .nullish();
/** Existing clients say `Nenhuma` for none. */
const reference = z.union([c.optionalId, z.literal('Nenhuma').transform(() => null)]);

const fields = {
  name: c.name(campaignNameMin, campaignNameMax),
  message1: variant,
  message2: variant,
  message3: variant,
  message4: variant,
  message5: variant,
  confirmationMessage1: variant,
  confirmationMessage2: variant,
  confirmationMessage3: variant,
  confirmationMessage4: variant,
  confirmationMessage5: variant,
  confirmation: c.flag.nullish(),
  /** Another connection takes the template away. */
  template: templateChoice.nullish(),
  scheduledAt: moment,
  whatsappId: reference,
  contactListId: reference,
  /** Makes a list of the contacts of the tickets with this tag, and sends to it. */
  tagListId: reference,
  fileListId: reference,
  onlyOpenHours: c.flag.nullish(),
};

/** A campaign that is not saved yet, as far as it decides what would be sent. */
const { name: _name, ...tried } = { ...fields, hasFile: c.flag };

const campaignId = z.object({ campaignId: c.id });
const settingView = z.object({
  id: z.number(),
  key: z.enum(['messageInterval', 'longerIntervalAfter', 'greaterInterval', 'variables', 'prices']),
  /** JSON text. */
  value: z.string(),
  companyId: z.number(),
  createdAt: c.instant,
  updatedAt: c.instant,
});
/** Seconds, or messages. Screens offer the choices of `campaign-rules.ts`; other numbers are taken too. */
const amount = c.count.pipe(z.number().max(3_600));
const variable = z.object({ key: c.text(60), value: c.text(1_000) });
/** What Meta charges for one template; null: not known. */
const price = z.number().min(0).max(10_000).nullable();
const prices = z.object({
  currency: z.enum(priceCurrencies),
  rows: z.array(z.object({ group: z.enum(priceGroups), marketing: price, utility: price, authentication: price })).max(priceGroups.length),
});
const plan = 'useCampaigns';

export const campaignEndpoints = {
  listCampaigns: endpoint({
    route: 'GET /campaigns',
    access: 'user',
    plan,
    summary: 'Campaigns by name, 20 a page.',
    query: z.object(c.page),
    answer: z.object({ records: z.array(campaignView), count: z.number(), hasMore: z.boolean() }),
  }),
  listAllCampaigns: endpoint({
    route: 'GET /campaigns/list',
    access: 'user',
    plan,
    summary: 'At most 500 campaigns by name, for pickers.',
    answer: z.array(campaignView),
  }),
  showCampaign: endpoint({
    route: 'GET /campaigns/:campaignId',
    access: 'user',
    plan,
    summary: 'One campaign, with the first 1000 of its contacts and of what was sent.',
    params: campaignId,
    answer: campaignDetail,
  }),
  createCampaign: endpoint({
    route: 'POST /campaigns',
    access: 'user',
    plan,
    summary:
      'Adds a campaign: scheduled if it has a time, else inactive. A time that is over starts it at once. A `template` must be one that its Cloud API number can send.',
    body: z.object(fields),
    answer: campaignView,
  }),
  updateCampaign: endpoint({
    route: 'PUT /campaigns/:campaignId',
    access: 'user',
    plan,
    summary: 'Changes an inactive or cancelled campaign, or a scheduled one more than an hour before its time.',
    params: campaignId,
    body: z.object(fields).partial(),
    answer: campaignView,
  }),
  deleteCampaign: endpoint({
    route: 'DELETE /campaigns/:campaignId',
    access: 'user',
    plan,
    summary: 'Removes a campaign that is not running, with its file. Its messages stay in their conversations.',
    params: campaignId,
    answer: c.message,
  }),
  cancelCampaign: endpoint({
    route: 'POST /campaigns/:campaignId/cancel',
    access: 'user',
    plan,
    summary: 'Stops a running campaign before its next message, or a scheduled one.',
    params: campaignId,
    status: 204,
    answer: z.object({}),
  }),
  restartCampaign: endpoint({
    route: 'POST /campaigns/:campaignId/restart',
    access: 'user',
    plan,
    summary: 'A cancelled campaign goes on with those who were not sent to, at the configured pace.',
    params: campaignId,
    status: 204,
    answer: z.object({}),
  }),
  attachToCampaign: endpoint({
    route: 'POST /campaigns/:campaignId/media-upload',
    access: 'user',
    plan,
    summary: 'Sets the file of the campaign, sent as `file`, and replaces the one it has.',
    params: campaignId,
    body: z.object({ typeArch: c.text(30).optional() }),
    multipart: 'only',
    answer: z.object({ mensagem: z.string(), record: campaignView }),
  }),
  detachFromCampaign: endpoint({
    route: 'DELETE /campaigns/:campaignId/media-upload',
    access: 'user',
    plan,
    summary: 'Removes the file of a campaign.',
    params: campaignId,
    answer: z.object({ mensagem: z.string(), record: campaignView }),
  }),
  showCampaignReport: endpoint({
    route: 'GET /v1/campaigns/:campaignId/report',
    access: 'user',
    plan,
    summary: 'How far a campaign has come: by state, by variant and over time, its pace and its expected end.',
    params: campaignId,
    answer: report,
  }),
  listShippings: endpoint({
    route: 'GET /v1/campaigns/:campaignId/shippings',
    access: 'user',
    plan,
    summary: 'The contacts of a campaign with state and reason, 20 a page, in the order of sending.',
    params: campaignId,
    query: z.object({ ...c.page, state: z.enum(shippingFilters).optional() }),
    answer: z.object({ records: z.array(shippingView), count: z.number(), hasMore: z.boolean() }),
  }),
  downloadCampaignResult: endpoint({
    route: 'GET /v1/campaigns/:campaignId/result.csv',
    access: 'user',
    plan,
    summary: 'All contacts of a campaign as `name;number;email;state;reason;variant;sentAt;deliveredAt;repliedAt;reply`.',
    params: campaignId,
    download: 'text/csv',
    answer: z.string(),
  }),
  retryFailed: endpoint({
    route: 'POST /v1/campaigns/:campaignId/retry',
    access: 'user',
    plan,
    summary: 'Those that failed are sent to again. Those of whom nobody knows whether it arrived are not.',
    params: campaignId,
    answer: campaignView,
  }),
  overruleHealth: endpoint({
    route: 'POST /v1/campaigns/:campaignId/overrule',
    access: 'admin',
    plan,
    summary: 'Goes on for a day although the health of the number speaks against it. Recorded in the audit log.',
    params: campaignId,
    answer: campaignView,
  }),
  tryCampaign: endpoint({
    route: 'POST /v1/campaigns/dry-run',
    access: 'user',
    plan,
    summary: 'Sends nothing: five filled messages, how many would be sent to, how long it will take, and what Meta will charge.',
    body: z.object(tried).partial(),
    answer: z.object({
      count: z.number(),
      /** Of these, those whose numbers are not looked up yet. */
      unchecked: z.number(),
      /** Contacts that will not be sent to; the sum of the next three. */
      left: z.number(),
      /** Numbers without WhatsApp. */
      invalid: z.number(),
      optedOut: z.number(),
      /** Of a Cloud API number: their window is shut, and there is no template. */
      windowClosed: z.number(),
      /** `variant` 0 is the template. `problem`: what is wrong with it for this contact. */
      samples: z.array(
        z.object({
          name: z.string(),
          number: z.string(),
          variant: z.number(),
          message: z.string(),
          problem: z.enum(skipReasons).nullable(),
        }),
      ),
      durationMs: z.number(),
      endsAt: c.instant.nullable(),
      /** What Meta charges for the templates; null if none is sent. `price`: for one; null if the company has not entered it. */
      cost: z
        .object({
          currency: z.enum(priceCurrencies),
          category: z.enum(templateCategories),
          lines: z.array(z.object({ group: z.enum(priceGroups).nullable(), count: z.number(), price: z.number().nullable() })),
          total: z.number(),
        })
        .nullable(),
    }),
  }),
  showCampaignSettings: endpoint({
    route: 'GET /campaign-settings',
    access: 'user',
    plan,
    summary: 'The pace of campaigns, own variables and the prices of templates; none until they are saved.',
    answer: z.array(settingView),
  }),
  saveCampaignSettings: endpoint({
    route: 'POST /campaign-settings',
    access: 'user',
    plan,
    summary:
      'Saves the pace of campaigns, own variables and the prices of templates. Of two variables with one key, or two prices of one group, the first stays.',
    body: z.object({
      settings: z
        .strictObject({
          messageInterval: amount,
          longerIntervalAfter: amount,
          greaterInterval: amount,
          variables: z.array(variable).max(100),
          prices,
        })
        .partial(),
    }),
    answer: z.array(settingView),
  }),
};

const hearers = 'Everybody in the company.';

export const campaignEvents = {
  campaign: event({
    channel: 'campaign',
    heardBy: hearers,
    payload: z.discriminatedUnion('action', [
      z.object({ action: z.enum(['create', 'update']), record: campaignView }),
      /** `record`: existing clients read its id. */
      z.object({ action: z.literal('delete'), id: z.number(), record: z.object({ id: z.number() }) }),
    ]),
  }),
  campaignSettings: event({
    channel: 'campaignSettings',
    heardBy: hearers,
    payload: z.object({ action: z.literal('create'), record: z.array(settingView) }),
  }),
};
