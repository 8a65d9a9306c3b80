// What the demo company writes without being asked: a list of customers, a campaign to them next week, and messages for later.
import { createCampaign } from '../src/features/outbound/campaigns/actions/edit.ts';
import { saveSettings } from '../src/features/outbound/campaigns/actions/move.ts';
import { createItem } from '../src/features/outbound/contact-lists/actions/change-item.ts';
import { createContactList } from '../src/features/outbound/contact-lists/actions/change-list.ts';
import { createSchedule } from '../src/features/outbound/schedules/actions/edit.ts';
import type { Outside } from '../src/platform/context.ts';

const hour = 3_600_000;
const day = 24 * hour;

const customers = [
  { name: 'Aline Teixeira', number: '5511987650401', email: 'aline@exemplo.com' },
  { name: 'Breno Caldas', number: '5511987650402' },
  { name: 'Célia Pontes', number: '5521987650403', email: 'celia@exemplo.com' },
  { name: 'Diego Farias', number: '5548987650404' },
  { name: 'Elisa Monteiro', number: '5531987650405' },
];

const later = [
  { inHours: 20, body: '{{firstName}}, passando para lembrar: a montagem é amanhã entre 9h e 11h.' },
  { inHours: 3 * 24, body: 'Oi, {{firstName}}! Ficou tudo certo com a entrega? Qualquer coisa é só responder aqui.' },
  { inHours: 7 * 24, body: 'Bom dia, {{firstName}}! Chegaram tecidos novos esta semana.', repeat: 'week' as const },
];

/** The messages for later go to these contacts, one each. */
export async function makeOutbound(ctx: Outside, connectionId: number, contactIds: readonly number[]): Promise<void> {
  const list = await createContactList(ctx, { name: 'Clientes da loja' });
  for (const customer of customers) await createItem(ctx, { ...customer, contactListId: list.id });
  await saveSettings(ctx, { variables: [{ key: 'loja', value: 'Vértice Móveis' }] });
  await createCampaign(ctx, {
    name: 'Semana da cadeira',
    message1: 'Oi, {nome}! Nesta semana as cadeiras da {loja} têm 15 % de desconto. Responda SAIR para não receber avisos.',
    message2: '{nome}, a semana da cadeira começou na {loja}: 15 % de desconto até sábado. Responda SAIR para não receber avisos.',
    contactListId: list.id,
    whatsappId: connectionId,
    scheduledAt: after(ctx, 7 * day),
    onlyOpenHours: true,
  });
  for (const [index, { inHours, ...message }] of later.entries()) {
    const contactId = contactIds[index];
    if (contactId !== undefined)
      await createSchedule(ctx, { ...message, contactId, whatsappId: connectionId, sendAt: after(ctx, inHours * hour) });
  }
}

function after(ctx: Outside, ms: number): string {
  return new Date(ctx.now().getTime() + ms).toISOString();
}
