// Speaks to an integration, whichever its type.
import { type IntegrationLanguage, type IntegrationType, serviceAccountOf } from '@balcao/contract/integration-rules';
import { type BotAnswer, BotFailure } from '../../../../gateways/integrations/port.ts';
import { newId } from '../../../../platform/chance.ts';
import type { Outside } from '../../../../platform/context.ts';
import type { Envelope } from '../rules/envelope.ts';

/** What is needed to call an integration, its secrets readable. */
export type Line = {
  type: IntegrationType;
  projectName: string;
  serviceAccount: string;
  url: string;
  language: IntegrationLanguage;
  slug: string;
  secret: string | null;
  unknownMessage: string;
};

/** Of what is said: the provider's name for the conversation so far, and the same event id at every attempt. */
export type Said = { eventId: string; session: string | null; envelope: Envelope };

/** Calls the integration with a customer's words. Throws `BotFailure`. */
export function callIntegration(ctx: Outside, line: Line, { eventId, session, envelope }: Said): Promise<BotAnswer> {
  const { integrations } = ctx.gateways;
  const text = envelope.chatInput;
  const signal = ctx.stopping;
  switch (line.type) {
    case 'dialogflow': {
      const account = serviceAccountOf(line.serviceAccount);
      if (!account) throw new BotFailure('credentials', 'jsonContent', false);
      const { projectName: project, language } = line;
      return integrations.dialogflow({ project, account, language, session: session ?? newId(), text, signal });
    }
    case 'typebot': {
      const { url, slug, unknownMessage } = line;
      const variables = { number: envelope.contact.number, pushName: envelope.contact.name };
      return integrations.typebot({ url, slug, session, text, variables, unknownMessage, signal });
    }
    case 'n8n':
    case 'webhook':
      return integrations.webhook({ url: line.url, secret: line.secret, eventId, body: JSON.stringify(envelope), signal });
  }
}
