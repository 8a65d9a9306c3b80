import { connectionChannels } from '@balcao/contract/connection-rules';
import { ticketStatuses } from '@balcao/contract/ticket-rules';
import { useConnections } from '../../../data/connections/queries.ts';
import { useQueues } from '../../../data/queues/queries.ts';
import { useTagChoices } from '../../../data/tags/queries.ts';
import { useColleagues } from '../../../data/users/queries.ts';
import { useWebhooks } from '../../../data/webhooks/queries.ts';
import { type Choice, choicesOf } from '../../../platform/all-choices.ts';
import { t } from '../../../platform/i18n.ts';
import { useUser } from '../../../platform/session.ts';

export type Choices = Record<'queues' | 'tags' | 'users' | 'connections' | 'webhooks', Choice[]>;

/** Everything that an automation may name. */
export function useAutomationChoices(): Choices {
  const hasWebhooks = useUser().company.plan?.useExternalApi ?? false;
  const [queues, tags, users] = [useQueues(), useTagChoices(), useColleagues()];
  const [connections, webhooks] = [useConnections(), useWebhooks(hasWebhooks)];
  return {
    queues: choicesOf(queues.data),
    tags: choicesOf(tags.data),
    users: choicesOf(users.data),
    connections: choicesOf(connections.data),
    webhooks: choicesOf(webhooks.data),
  };
}

export function statusChoices(): Choice[] {
  const names = { pending: t('aguardando'), open: t('em atendimento'), closed: t('resolvida') };
  return ticketStatuses.map((value) => ({ value, label: names[value] }));
}

export function channelChoices(): Choice[] {
  const names = { whatsapp_web: t('WhatsApp no aparelho'), whatsapp_cloud: t('WhatsApp oficial (Cloud API)'), simulator: t('Simulador') };
  return connectionChannels.map((value) => ({ value, label: names[value] }));
}

export function ratingChoices(): Choice[] {
  return [
    { value: '1', label: t('1, insatisfeito') },
    { value: '2', label: t('2, satisfeito') },
    { value: '3', label: t('3, muito satisfeito') },
  ];
}
