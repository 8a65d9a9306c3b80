import type { PingView } from '@balcao/contract/pings';
import type { Live } from '../../platform/live-cache.ts';
import { pingKeys } from './keys.ts';

// Loaded when something asks for the person.
const loaded = () => import('./news.ts');

export const pingsLive: Live = {
  ping: (cache, news) => void loaded().then(({ hearPing }) => hearPing(cache, news)),
  followers: (cache, { ticketId, followers }) => void loaded().then(({ applyFollowers }) => applyFollowers(cache, ticketId, followers)),
  ticket: (cache, news) => {
    const id = news.action === 'update' ? news.ticket.id : news.ticketId;
    if (cache.getQueryData<PingView[]>(pingKeys.all)?.some(({ ticketId }) => ticketId === id))
      void loaded().then(({ applyTicket }) => applyTicket(cache, news));
  },
};
