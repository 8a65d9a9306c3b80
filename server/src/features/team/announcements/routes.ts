import { announcementEndpoints } from '@balcao/contract/announcements';
import { routes } from '../../../platform/http/routes.ts';
import { attachPicture, createAnnouncement, deleteAnnouncement, detachPicture, readAnnouncements, updateAnnouncement } from './actions.ts';
import { listAnnouncements, showAnnouncement, showAnnouncements } from './reads.ts';

export const announcementRoutes = routes(announcementEndpoints, {
  listAnnouncements: (ctx, { query }) => listAnnouncements(ctx, query),
  showAnnouncements: (ctx) => showAnnouncements(ctx),
  readAnnouncements: async (ctx, { body }) => ({ ids: await readAnnouncements(ctx, body.ids) }),
  showAnnouncement: (ctx, { params }) => showAnnouncement(ctx, params.announcementId),
  createAnnouncement: (ctx, { body }) => createAnnouncement(ctx, body),
  updateAnnouncement: (ctx, { params, body }) => updateAnnouncement(ctx, params.announcementId, body),
  deleteAnnouncement: async (ctx, { params }) => {
    await deleteAnnouncement(ctx, params.announcementId);
    return { message: 'Announcement deleted' };
  },
  attachToAnnouncement: async (ctx, { params }) => ({
    mensagem: 'Arquivo Anexado',
    record: await attachPicture(ctx, params.announcementId, ctx.request.files),
  }),
  detachFromAnnouncement: async (ctx, { params }) => ({
    mensagem: 'Arquivo Excluído',
    record: await detachPicture(ctx, params.announcementId),
  }),
});
