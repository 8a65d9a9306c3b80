import { inboxHelpEndpoints } from '@balcao/contract/inbox-help';
import { routes } from '../../../platform/http/routes.ts';
import { rewriteText, suggestReply, summarizeTicket, translateMessage } from './actions/ask.ts';
import { updateInboxHelp } from './actions/settings.ts';
import { transcribeMessage } from './actions/transcribe.ts';
import { showInboxHelp, showInboxHelpSettings } from './reads.ts';

export const inboxHelpRoutes = routes(inboxHelpEndpoints, {
  showInboxHelp: (ctx) => showInboxHelp(ctx),
  showInboxHelpSettings: (ctx) => showInboxHelpSettings(ctx),
  updateInboxHelp: (ctx, { body }) => updateInboxHelp(ctx, body),
  summarizeTicket: (ctx, { params, body }) => summarizeTicket(ctx, params.ticketId, body.language),
  suggestReply: (ctx, { params }) => suggestReply(ctx, params.ticketId),
  rewriteText: (ctx, { params, body }) => rewriteText(ctx, params.ticketId, body),
  translateMessage: (ctx, { params, body }) => translateMessage(ctx, params.messageId, body.language),
  transcribeMessage: (ctx, { params }) => transcribeMessage(ctx, params.messageId),
});
