// Everybody in the company sees and changes all of them, as the calendar is one for all.
import type { ScheduleView } from '@balcao/contract/schedules';
import type { Broadcast } from '../../../platform/facts.ts';

type Payload = Extract<Broadcast, { event: 'schedule' }>['payload'];

/** Under the contract's event name and the one that existing clients listen to. */
function both(payload: Payload): Broadcast[] {
  return [
    { event: 'schedule', payload, rooms: [{ to: 'company' }] },
    { event: 'scheduleJoined', payload, rooms: [{ to: 'company' }] },
  ];
}

export function creationNews({ schedule }: { schedule: ScheduleView }): Broadcast[] {
  return both({ action: 'create', schedule });
}

export function changeNews({ schedule }: { schedule: ScheduleView }): Broadcast[] {
  return both({ action: 'update', schedule });
}

export function deletionNews({ scheduleId }: { scheduleId: number }): Broadcast[] {
  return both({ action: 'delete', scheduleId });
}
