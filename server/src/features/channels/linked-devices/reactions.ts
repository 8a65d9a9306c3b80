import { connectionChannelChanged, connectionDeleted, sessionCommanded } from '../../../events/connections.ts';
import { reactionWithin } from '../../../platform/facts.ts';
import { type Command, commandDevice } from './actions/command.ts';

type Wanted = { connectionId: number; command: Command; pairingNumber: string | null };

export const linkedDeviceReactions = [
  reactionWithin(sessionCommanded, 'linkedDevices.command', (wanted): Wanted => wanted, commandDevice),
  reactionWithin(
    connectionChannelChanged,
    'linkedDevices.changeChannel',
    ({ connectionId, from, to }): Wanted | null => {
      if (from !== 'whatsapp_web' && to !== 'whatsapp_web') return null;
      return { connectionId, command: to === 'whatsapp_web' ? 'start' : 'end', pairingNumber: null };
    },
    commandDevice,
  ),
  reactionWithin(
    connectionDeleted,
    'linkedDevices.unlink',
    ({ connectionId }): Wanted => ({ connectionId, command: 'end', pairingNumber: null }),
    commandDevice,
  ),
];
