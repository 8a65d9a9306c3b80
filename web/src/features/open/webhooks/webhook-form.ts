import { type WebhookEventName, webhookEventNames } from '@balcao/contract/webhook-rules';
import type { WebhookView } from '@balcao/contract/webhooks';
import { t } from '../../../platform/i18n.ts';

export type WebhookValues = { name: string; url: string; events: WebhookEventName[]; active: boolean };

export function webhookValues(record: Pick<WebhookView, keyof WebhookValues> | null): WebhookValues {
  const { name = '', url = '', events = [], active = true } = record ?? {};
  return { name, url, events, active };
}

export function webhookRules() {
  return {
    name: (name: string) => (name.trim().length < 2 ? t('Muito curto!') : name.trim().length > 50 ? t('Muito longo!') : null),
    url: (url: string) => (isWebAddress(url.trim()) ? null : t('Um endereço começa com https://')),
    events: (events: WebhookEventName[]) => (events.length === 0 ? t('Escolha ao menos um evento') : null),
  };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && text.length <= 2000;
}

/** In one order, whatever the order in which they were chosen. */
export function webhookBody({ name, url, events, active }: WebhookValues): WebhookValues {
  return { name: name.trim(), url: url.trim(), events: webhookEventNames.filter((event) => events.includes(event)), active };
}
