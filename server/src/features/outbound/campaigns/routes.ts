import { campaignEndpoints } from '@balcao/contract/campaigns';
import { routes } from '../../../platform/http/routes.ts';
import { attachFile, createCampaign, deleteCampaign, detachFile, updateCampaign } from './actions/edit.ts';
import { cancelCampaign, overruleHealth, restartCampaign, retryFailed, saveSettings } from './actions/move.ts';
import { tryCampaign } from './actions/try-campaign.ts';
import { downloadResult, listAllCampaigns, listCampaigns, listShippings, showCampaign, showReport, showSettings } from './reads.ts';

export const campaignRoutes = routes(campaignEndpoints, {
  listCampaigns: (ctx, { query }) => listCampaigns(ctx, query),
  listAllCampaigns: (ctx) => listAllCampaigns(ctx),
  showCampaign: (ctx, { params }) => showCampaign(ctx, params.campaignId),
  createCampaign: (ctx, { body }) => createCampaign(ctx, body),
  updateCampaign: (ctx, { params, body }) => updateCampaign(ctx, params.campaignId, body),
  deleteCampaign: async (ctx, { params }) => {
    await deleteCampaign(ctx, params.campaignId);
    return { message: 'Campaign deleted' };
  },
  cancelCampaign: async (ctx, { params }) => {
    await cancelCampaign(ctx, params.campaignId);
    return {};
  },
  restartCampaign: async (ctx, { params }) => {
    await restartCampaign(ctx, params.campaignId);
    return {};
  },
  attachToCampaign: async (ctx, { params }) => ({
    mensagem: 'Arquivo Anexado',
    record: await attachFile(ctx, params.campaignId, ctx.request.files),
  }),
  detachFromCampaign: async (ctx, { params }) => ({ mensagem: 'Arquivo Excluído', record: await detachFile(ctx, params.campaignId) }),
  showCampaignReport: (ctx, { params }) => showReport(ctx, params.campaignId),
  listShippings: (ctx, { params, query }) => listShippings(ctx, params.campaignId, query),
  downloadCampaignResult: (ctx, { params }) => downloadResult(ctx, params.campaignId),
  retryFailed: (ctx, { params }) => retryFailed(ctx, params.campaignId),
  overruleHealth: (ctx, { params }) => overruleHealth(ctx, params.campaignId),
  tryCampaign: (ctx, { body }) => tryCampaign(ctx, body),
  showCampaignSettings: (ctx) => showSettings(ctx),
  saveCampaignSettings: (ctx, { body }) => saveSettings(ctx, body.settings),
});
