import { connectionChannelChanged, connectionDeleted, sessionCommanded } from '../../../events/connections.ts';
import { reaction } from '../../../platform/facts.ts';
import { commandDevice } from './actions/command.ts';

export const linkedDeviceReactions = [
  reaction(sessionCommanded, 'linkedDevices.command', (ctx, { connectionId, command, pairingNumber }) =>
    commandDevice(ctx, connectionId, command, pairingNumber),
  ),
  reaction(
    connectionChannelChanged,
    'linkedDevices.changeChannel',
    (ctx, { connectionId, to }) => commandDevice(ctx, connectionId, to === 'whatsapp_web' ? 'start' : 'end', null),
    ({ from, to }) => from === 'whatsapp_web' || to === 'whatsapp_web',
  ),
  reaction(connectionDeleted, 'linkedDevices.unlink', (ctx, { connectionId }) => commandDevice(ctx, connectionId, 'end', null)),
];
