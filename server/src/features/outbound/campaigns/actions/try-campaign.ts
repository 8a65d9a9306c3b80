// A dry run: what the campaign in a form would send, to whom, how long that takes and what it costs. Nothing is stored or sent.
import { costOf } from '@balcao/contract/campaign-cost-rules';
import { durationMs, fillCampaign, nextOpening, paceOfHealth, variantFor, wayTo } from '@balcao/contract/campaign-rules';
import type { campaignEndpoints } from '@balcao/contract/campaigns';
import type { Answer, Received } from '@balcao/contract/endpoint';
import type { TemplateChoice } from '@balcao/contract/template-rules';
import { fillVariables } from '@balcao/contract/variables-rules';
import type { Ctx, Reader } from '../../../../platform/context.ts';
import { reading } from '../../../../platform/db/transaction.ts';
import { judgeNumber } from '../../../channels/connection-health/reads.ts';
import { hoursOfCompany } from '../../../company/companies/reads.ts';
import { type ConnectionRow, getConnection } from '../../../company/connections/reads.ts';
import { settingOf } from '../../../company/settings/reads.ts';
import { detailOf as fileListDetail } from '../../../desk/files/reads.ts';
import { assertTags, showContactList } from '../../contact-lists/reads.ts';
import { categoryOf, composeTemplate, filledIn } from '../../templates/reads.ts';
import { campaignSettings } from '../reads.ts';
import { windowMs } from '../rules.ts';
import { type Audience, type AudienceGroup, countAudience, sampleAudience } from '../store/audience.ts';
import type { CampaignSettings } from '../view.ts';
import { momentOrNone, templateFor, textsIn } from './edit.ts';

type Input = Received<typeof campaignEndpoints.tryCampaign>['body'];
type Trial = Answer<typeof campaignEndpoints.tryCampaign>;

const samplesMax = 5;

/** Refuses what saving refuses: ERR_NO_CONTACTLIST_FOUND, ERR_NO_TAG_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_FILE_FOUND, and as `checkTemplate`. */
export function tryCampaign(ctx: Ctx, input: Input): Promise<Trial> {
  return reading(ctx, async (ctx) => {
    const audience = await audienceOf(ctx, input);
    const connection = input.whatsappId ? await getConnection(ctx, input.whatsappId) : null;
    if (input.fileListId) await fileListDetail(ctx, input.fileListId);
    const settings = await campaignSettings(ctx);
    const says = sayingOf(input, connection);
    if (says.template) await templateFor(ctx, input, { connection_id: null, template: null });
    const since = new Date(ctx.now().getTime() - windowMs);
    const groups = audience ? await countAudience(ctx, audience, says.isCloud ? { connectionId: connection?.id ?? 0, since } : null) : [];
    const counted = countsOf(groups, says);
    const slow = connection === null ? 1 : paceOfHealth(await judgeNumber(ctx, connection.id), ctx.now()).slow;
    const lasts = durationMs(settings, counted.count, 0, slow);
    return {
      ...counted,
      samples: audience ? await samplesOf(ctx, audience, connection, says, settings) : [],
      durationMs: lasts,
      endsAt: counted.count > 0 ? new Date((await beginOf(ctx, input)).getTime() + lasts).toISOString() : null,
      cost: await costFor(ctx, connection, groups, says, settings),
    };
  });
}

/** The tag goes before the list, as in saving. */
async function audienceOf(ctx: Reader, { tagListId, contactListId }: Input): Promise<Audience | null> {
  if (tagListId) {
    await assertTags(ctx, [tagListId]);
    return { tagId: tagListId };
  }
  return contactListId ? { listId: (await showContactList(ctx, contactListId)).id } : null;
}

type Saying = { isCloud: boolean; texts: readonly string[]; hasText: boolean; hasFile: boolean; template: TemplateChoice | null };

/** What goes out first: the question for confirmation if there is one, else the message. */
function sayingOf(input: Input, connection: ConnectionRow | null): Saying {
  const isCloud = connection?.channel === 'whatsapp_cloud';
  const template = (isCloud && input.template) || null;
  const questions = textsIn(input, 'confirmationMessage', []);
  const asks = Boolean(input.confirmation) && (template !== null || variantFor(questions, 0) !== null);
  const texts = asks ? questions : textsIn(input, 'message', []);
  const hasFiles = !asks && (Boolean(input.hasFile) || Boolean(input.fileListId));
  return { isCloud, texts, hasText: hasFiles || variantFor(texts, 0) !== null, hasFile: Boolean(input.hasFile), template };
}

function wayOf({ isCloud, hasText, template }: Saying, { isOpen }: Pick<AudienceGroup, 'isOpen'>): 'text' | 'template' | null {
  const way = wayTo({ isCloud, isOpen, hasText, hasTemplate: template !== null });
  return way === 'text' && !hasText ? null : way;
}

function countsOf(groups: readonly AudienceGroup[], says: Saying) {
  const sum = (wanted: (group: AudienceGroup) => boolean) => groups.reduce((total, group) => total + (wanted(group) ? group.count : 0), 0);
  const may = (group: AudienceGroup) => group.state !== 'invalid' && !group.isOut;
  const saysNothing = !says.hasText && says.template === null;
  const invalid = sum(({ state }) => state === 'invalid');
  const optedOut = sum(({ state, isOut }) => state !== 'invalid' && isOut);
  const windowClosed = saysNothing ? 0 : sum((group) => may(group) && wayOf(says, group) === null);
  return {
    count: saysNothing ? 0 : sum((group) => may(group) && wayOf(says, group) !== null),
    unchecked: saysNothing ? 0 : sum((group) => may(group) && wayOf(says, group) !== null && group.state === 'unchecked'),
    left: invalid + optedOut + windowClosed,
    invalid,
    optedOut,
    windowClosed,
  };
}

async function samplesOf(
  ctx: Reader,
  audience: Audience,
  connection: ConnectionRow | null,
  says: Saying,
  { variables }: CampaignSettings,
): Promise<Trial['samples']> {
  const people = await sampleAudience(ctx, audience, samplesMax);
  const timeZone = await settingOf(ctx, 'timeZone');
  const samples: Trial['samples'] = [];
  for (const [index, person] of people.entries()) {
    const about = { contactName: person.name, protocol: '', at: ctx.now(), timeZone };
    const fill = (text: string) => fillVariables(fillCampaign(text, person, variables), about);
    const { name, number } = person;
    if (says.template && connection) {
      const composed = await composeTemplate(
        ctx,
        connection.id,
        { ...says.template, variables: filledIn(says.template.variables, fill) },
        says.hasFile ? 'not known yet' : null,
      );
      samples.push({
        ...{ name, number, variant: 0 },
        message: composed.ok ? composed.value.body : '',
        problem: composed.ok ? null : 'template_variables',
      });
      continue;
    }
    const chosen = variantFor(says.texts, index);
    if (chosen) samples.push({ name, number, variant: chosen.variant, message: fill(chosen.text), problem: null });
  }
  return samples;
}

async function beginOf(ctx: Reader, { scheduledAt, onlyOpenHours }: Input): Promise<Date> {
  const timeZone = await settingOf(ctx, 'timeZone');
  const at = momentOrNone(scheduledAt, timeZone) ?? null;
  const begin = at && at > ctx.now() ? at : ctx.now();
  return onlyOpenHours ? nextOpening(await hoursOfCompany(ctx), begin, timeZone) : begin;
}

async function costFor(
  ctx: Reader,
  connection: ConnectionRow | null,
  groups: readonly AudienceGroup[],
  says: Saying,
  { prices }: CampaignSettings,
): Promise<Trial['cost']> {
  const category = says.template && connection ? await categoryOf(ctx, connection.id, says.template) : null;
  if (category === null) return null;
  const sent = groups.filter((group) => group.state !== 'invalid' && !group.isOut && wayOf(says, group) === 'template');
  if (sent.length === 0) return null;
  const { lines, total } = costOf(
    prices,
    category,
    sent.map(({ prefix, count, isOpen }) => ({ number: prefix, count, isOpen })),
  );
  return { currency: prices.currency, category, lines, total };
}
