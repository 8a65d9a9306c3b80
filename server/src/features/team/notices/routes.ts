import { noticeEndpoints } from '@balcao/contract/notices';
import { routes } from '../../../platform/http/routes.ts';
import { addDevice, chooseNotices, removeDevice, testDevice } from './actions/devices.ts';
import { showNotices } from './reads.ts';

export const noticeRoutes = routes(noticeEndpoints, {
  showNotices: (ctx) => showNotices(ctx),
  chooseNotices: (ctx, { body }) => chooseNotices(ctx, body),
  addNoticeDevice: (ctx, { body }) => addDevice(ctx, body),
  testNoticeDevice: async (ctx, { params }) => {
    await testDevice(ctx, params.noticeDeviceId);
    return { message: 'sent' };
  },
  removeNoticeDevice: async (ctx, { params }) => {
    await removeDevice(ctx, params.noticeDeviceId);
    return { message: 'removed' };
  },
});
