// The bots of other makers, as features call them.
import { createHttp, type Http } from '../http/outside-call.ts';
import { callDialogflow, type DialogflowCall } from './dialogflow.ts';
import type { BotAnswer } from './port.ts';
import { callTypebot, type TypebotCall } from './typebot.ts';
import { callWebhook, type WebhookCall } from './webhook.ts';

/** Each call takes half a minute at most, and throws `BotFailure`. */
export type Integrations = {
  dialogflow(call: DialogflowCall): Promise<BotAnswer>;
  typebot(call: TypebotCall): Promise<BotAnswer>;
  webhook(call: WebhookCall): Promise<BotAnswer>;
};

/** `http` for addresses that companies choose; that of Dialogflow is the operator's, wherever it is. */
export function createIntegrations(http: Http, dialogflowUrl: string): Integrations {
  const own = createHttp({ allowPrivate: true });
  return {
    dialogflow: (call) => callDialogflow(own, dialogflowUrl, call),
    typebot: (call) => callTypebot(http, call),
    webhook: (call) => callWebhook(http, call),
  };
}
