import type { PanelOrderView } from '@balcao/contract/panel-order';
import { fact } from '../platform/facts.ts';

/** A person put the sections of their contact panel in another order. */
export const panelOrdered = fact<{ userId: number; order: PanelOrderView }>('panel.ordered');
