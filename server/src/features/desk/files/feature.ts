import { fileListChanged, fileListCreated, fileListDeleted } from '../../../events/files.ts';
import { broadcaster } from '../../../platform/facts.ts';
import type { Feature } from '../../../platform/feature.ts';
import { fileRoutes } from './routes.ts';

export const files: Feature = {
  name: 'files',
  routes: fileRoutes,
  broadcasts: [
    broadcaster(fileListCreated, ({ fileList }) => [
      { event: 'file', payload: { action: 'create', fileList, files: fileList }, rooms: [{ to: 'company' }] },
    ]),
    broadcaster(fileListChanged, ({ fileList }) => [
      { event: 'file', payload: { action: 'update', fileList, files: fileList }, rooms: [{ to: 'company' }] },
    ]),
    broadcaster(fileListDeleted, ({ fileId }) => [{ event: 'file', payload: { action: 'reload', fileId }, rooms: [{ to: 'company' }] }]),
  ],
};
