import { fileEndpoints } from '@balcao/contract/files';
import { routes } from '../../../platform/http/routes.ts';
import { createFileList, deleteFileList, updateFileList, uploadFiles } from './actions/change-list.ts';
import { sendFileList } from './actions/send-list.ts';
import { listFileLists, showFileList } from './reads.ts';

export const fileRoutes = routes(fileEndpoints, {
  listFileLists: (ctx, { query }) => listFileLists(ctx, query),
  showFileList: (ctx, { params }) => showFileList(ctx, params.fileListId),
  createFileList: (ctx, { body }) => createFileList(ctx, body),
  updateFileList: (ctx, { params, body }) => updateFileList(ctx, params.fileListId, body),
  deleteFileList: async (ctx, { params }) => {
    await deleteFileList(ctx, params.fileListId);
    return { message: 'File List deleted' };
  },
  sendFileList: (ctx, { params, body }) => sendFileList(ctx, params.ticketId, body.fileListId, ctx.request.idempotencyKey),
  uploadFiles: async (ctx, { params, body }) => ({
    mensagem: 'Arquivos atualizados',
    files: await uploadFiles(ctx, params.fileListId, ctx.request.files, body.id),
  }),
});
