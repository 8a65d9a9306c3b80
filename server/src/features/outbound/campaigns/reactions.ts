import { connectionDeleted, connectionHealthChanged, connectionSessionChanged } from '../../../events/connections.ts';
import { contactMerged } from '../../../events/contacts.ts';
import { messageReceived } from '../../../events/messages.ts';
import { templatesChanged } from '../../../events/templates.ts';
import { reaction, reactionWithin } from '../../../platform/facts.ts';
import { hear } from './actions/follow.ts';
import { lookAgain, stopOnConnection } from './actions/move.ts';
import { moveToContact } from './store/shippings.ts';

export const campaignReactions = [
  reactionWithin(
    messageReceived,
    'campaigns.hear',
    ({ contactId, messageId, campaignAt }) => (campaignAt ? { contactId, messageId } : null),
    hear,
  ),
  reactionWithin(
    contactMerged,
    'campaigns.moveShippings',
    ({ keptId, otherId }) => ({ keptId, otherId }),
    (ctx, { keptId, otherId }) => moveToContact(ctx, otherId, keptId),
  ),
  reaction(
    connectionDeleted,
    'campaigns.stopOnConnection',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => stopOnConnection(ctx, connectionId),
  ),
  reaction(
    connectionHealthChanged,
    'campaigns.lookAtHealth',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => lookAgain(ctx, connectionId),
  ),
  reaction(
    connectionSessionChanged,
    'campaigns.goOnConnected',
    ({ connection }) => (connection.status === 'CONNECTED' ? { connectionId: connection.id } : null),
    (ctx, { connectionId }) => lookAgain(ctx, connectionId),
  ),
  reaction(
    templatesChanged,
    'campaigns.lookAtTemplates',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => lookAgain(ctx, connectionId),
  ),
];
