import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

export const settingRow = z.object({
  id: z.number(),
  key: z.string(),
  /** Empty for write-only keys. */
  value: z.string(),
  companyId: z.number(),
  /** For write-only keys: is it set? */
  configured: z.boolean().optional(),
});
export type SettingRow = z.output<typeof settingRow>;
c.named.add(settingRow, { id: 'Setting' });

export const settingEndpoints = {
  listSettings: endpoint({
    route: 'GET /settings',
    access: 'user',
    summary: 'The settings of the company that the caller may read.',
    answer: z.array(settingRow),
    whenExpired: true,
  }),
  changeSetting: endpoint({
    route: 'PUT /settings/:settingKey',
    access: 'admin',
    summary: 'Changes one setting. Unknown keys and values are refused; only super users change `campaignsEnabled`.',
    params: z.object({ settingKey: c.text(60, 1) }),
    body: z.object({ value: z.union([c.text(500), z.boolean().transform(String), z.number().transform(String)]) }),
    answer: settingRow,
  }),
};

export const settingEvents = {
  settings: event({
    channel: 'settings',
    heardBy: 'Everybody in the company; only admins if only they may read the setting.',
    payload: z.object({ action: z.literal('update'), setting: settingRow }),
  }),
};
