import type { PanelOrderView } from '@balcao/contract/panel-order';
import type { Broadcast } from '../../../platform/facts.ts';

/** What a person chose concerns nobody else. */
export function orderNews({ userId, order }: { userId: number; order: PanelOrderView }): Broadcast[] {
  return [{ event: 'panelOrder', payload: order, rooms: [{ to: 'user', userId }] }];
}
