import type { NoticeDeviceView } from '@balcao/contract/notices';
import type { DeviceRow } from './store/devices.ts';

export function deviceView(row: DeviceRow): NoticeDeviceView {
  return { id: row.id, sessionId: row.session_id, userAgent: row.user_agent, createdAt: row.created_at.toISOString() };
}
