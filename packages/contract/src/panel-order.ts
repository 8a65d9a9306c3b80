// The order in which a person wants the sections of the panel beside a conversation.
import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { event } from './event.ts';

/** The sections, in the order in which they stand at first. */
export const panelSections = ['identities', 'tags', 'consent', 'about', 'media', 'notes', 'ticket', 'earlier'] as const;
export type PanelSection = (typeof panelSections)[number];

const isOnce = (sections: readonly string[]) => new Set(sections).size === sections.length;

export const panelOrderView = z.object({
  /** From top to bottom. Those left out stand behind the one that they follow at first. */
  sections: z.array(z.enum(panelSections)),
});
export type PanelOrderView = z.output<typeof panelOrderView>;
c.named.add(panelOrderView, { id: 'PanelOrder' });

export const panelOrderEndpoints = {
  orderPanel: endpoint({
    route: 'PUT /v1/panel-order',
    access: 'user',
    summary: 'Puts the sections of the contact panel in order for the caller, in all their windows and on all their devices.',
    body: z.object({ sections: z.array(z.enum(panelSections)).max(panelSections.length).refine(isOnce, 'a section stands there twice') }),
    answer: panelOrderView,
  }),
};

export const panelOrderEvents = {
  panelOrder: event({ channel: 'panel-order', heardBy: 'The person themselves, in all their windows.', payload: panelOrderView }),
};
