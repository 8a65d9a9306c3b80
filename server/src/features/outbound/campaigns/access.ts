import type { CampaignView } from '@balcao/contract/campaigns';
import type { Room } from '../../../events/rooms.ts';
import type { Broadcast } from '../../../platform/facts.ts';

// Whoever may open the page of campaigns sees all of them, so everybody hears; the gate of the endpoints is the plan.
const hearers: Room[] = [{ to: 'company' }];

export function campaignNews(action: 'create' | 'update', record: CampaignView): Broadcast[] {
  return [{ event: 'campaign', payload: { action, record }, rooms: hearers }];
}

export function campaignGone(id: number): Broadcast[] {
  return [{ event: 'campaign', payload: { action: 'delete', id, record: { id } }, rooms: hearers }];
}

export function settingsNews(record: Extract<Broadcast, { event: 'campaignSettings' }>['payload']['record']): Broadcast[] {
  return [{ event: 'campaignSettings', payload: { action: 'create', record }, rooms: hearers }];
}
