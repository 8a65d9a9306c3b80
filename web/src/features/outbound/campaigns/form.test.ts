import type { CampaignView } from '@balcao/contract/campaigns';
import { expect, test } from 'vitest';
import { campaignBody, campaignRules, campaignValues } from './form.ts';

const template = { name: 'promo', language: 'pt_BR', variables: { 'body.1': '{nome}' } };
const texts = {
  ...{ message1: 'Oi', message2: 'Olá', message3: '', message4: 'Bom dia', message5: 'E aí' },
  ...{ confirmationMessage1: 'Posso?', confirmationMessage2: 'Pode ser?', confirmationMessage3: 'Quer?' },
  ...{ confirmationMessage4: '', confirmationMessage5: 'Sim?' },
};
const record = {
  ...{ id: 1, name: 'Natal', status: 'PROGRAMADA', ...texts, confirmation: true, template, onlyOpenHours: true },
  ...{ whatsappId: 4, contactListId: 5, fileListId: 6, scheduledAt: '2026-12-01T12:30:00.000Z', mediaName: 'arte.png' },
} as Partial<CampaignView> as CampaignView;

test('a campaign that is opened and saved stays as it is', () => {
  const values = campaignValues(record);
  expect(values.kept).toBe('arte.png');
  expect(campaignBody(values)).toEqual({
    ...{ name: 'Natal', ...texts, confirmation: true, template, onlyOpenHours: true },
    ...{ whatsappId: 4, contactListId: 5, tagListId: null, fileListId: 6, scheduledAt: '2026-12-01T12:30:00.000Z' },
  });
});

test('a new one has the tag and the time that are chosen, by the clock of who chooses', () => {
  const values = { ...campaignValues(null), name: ' Natal ', tagListId: '7', scheduledAt: '2026-12-01T09:30' };
  expect(campaignBody(values)).toMatchObject({
    name: 'Natal',
    tagListId: 7,
    contactListId: null,
    scheduledAt: new Date(2026, 11, 1, 9, 30).toISOString(),
  });
  expect(campaignBody(campaignValues(null)).scheduledAt).toBeNull();
  expect([campaignRules().name(' N '), campaignRules().messages(['x'.repeat(5000)])]).toEqual(['Muito curto!', 'Muito longo!']);
});
