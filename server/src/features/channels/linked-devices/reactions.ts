import { connectionChannelChanged, connectionDeleted, sessionCommanded } from '../../../events/connections.ts';
import { reaction } from '../../../platform/facts.ts';
import { type Command, commandDevice } from './actions/command.ts';

type Wanted = { connectionId: number; command: Command; pairingNumber: string | null };

// Jobs: a session's end locks the device before the connection, what commands it the connection before the device.
export const linkedDeviceReactions = [
  reaction(sessionCommanded, 'linkedDevices.command', (wanted): Wanted => wanted, commandDevice),
  reaction(
    connectionChannelChanged,
    'linkedDevices.changeChannel',
    ({ connectionId, from, to }): Wanted | null => {
      if (from !== 'whatsapp_web' && to !== 'whatsapp_web') return null;
      return { connectionId, command: to === 'whatsapp_web' ? 'start' : 'end', pairingNumber: null };
    },
    commandDevice,
  ),
  reaction(
    connectionDeleted,
    'linkedDevices.unlink',
    ({ connectionId }): Wanted => ({ connectionId, command: 'end', pairingNumber: null }),
    commandDevice,
  ),
];
