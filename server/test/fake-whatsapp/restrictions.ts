// Restrictions of an account: for some time it may not start new chats. Told by `mex`, GraphQL answers inside stanzas.
import { type BinaryNode, type NewChatMessageCapInfo, QueryIds, S_WHATSAPP_NET, XWAPaths } from 'baileys';
import type { Companion } from './companion.ts';
import type { Timelock } from './phone.ts';
import { stanza } from './stanza.ts';
import { notify } from './to-client.ts';

/** How many new chats an account may still start in a period, as WhatsApp names it. */
export type Capping = NewChatMessageCapInfo;

/** The answer to a `mex` query; null for those unknown here. */
export function answerMex(companion: Companion, queryId: string): BinaryNode | null {
  if (queryId !== QueryIds.REACHOUT_TIMELOCK) return null;
  return stanza('result', {}, json({ data: { [XWAPaths.xwa2_fetch_account_reachout_timelock]: timelockData(companion.phone.timelock) } }));
}

/** Tells the client that the restriction of its account has begun, changed or ended. */
export function tellTimelock(companion: Companion): void {
  const data = { data: { xwa2_notify_account_reachout_timelock: timelockData(companion.phone.timelock) } };
  notify(companion, 'mex', S_WHATSAPP_NET, [stanza('update', { op_name: 'NotificationUserReachoutTimelockUpdate' }, json(data))]);
}

/** Tells the client how many new chats are left. */
export function tellCapping(companion: Companion, capping: Capping): void {
  const data = { data: { xwa2_notify_new_chat_messages_capping_info_update: capping } };
  notify(companion, 'mex', S_WHATSAPP_NET, [stanza('update', { op_name: 'MessageCappingInfoNotification' }, json(data))]);
}

function timelockData({ active, until, type = 'WEB_COMPANION_ONLY' }: Timelock) {
  return {
    is_active: active,
    ...(until === undefined ? {} : { time_enforcement_ends: String(until) }),
    ...(active ? { enforcement_type: type } : {}),
  };
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}
