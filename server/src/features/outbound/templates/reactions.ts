import {
  connectionChannelChanged,
  connectionConfigured,
  connectionDeleted,
  connectionSessionChanged,
} from '../../../events/connections.ts';
import { templateReported } from '../../../events/templates.ts';
import { reaction, reactionWithin } from '../../../platform/facts.ts';
import { forgetTemplates, saveReported, syncIfCloud } from './actions/sync-templates.ts';

export const templateReactions = [
  reactionWithin(
    templateReported,
    'templates.saveReported',
    (report) => report,
    (ctx, report) => saveReported(ctx, report),
  ),
  reaction(
    connectionSessionChanged,
    'templates.syncConnected',
    ({ connection }) =>
      connection.channel === 'whatsapp_cloud' && connection.status === 'CONNECTED' ? { connectionId: connection.id } : null,
    (ctx, { connectionId }) => syncIfCloud(ctx, connectionId),
  ),
  // New credentials may belong to another account.
  reaction(
    connectionConfigured,
    'templates.syncConfigured',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => syncIfCloud(ctx, connectionId),
  ),
  reaction(
    connectionChannelChanged,
    'templates.forgetChanged',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => forgetTemplates(ctx, connectionId),
  ),
  reaction(
    connectionDeleted,
    'templates.forgetDeleted',
    ({ connectionId }) => ({ connectionId }),
    (ctx, { connectionId }) => forgetTemplates(ctx, connectionId),
  ),
];
