import type { ConnectionView } from '@balcao/contract/connections';
import { fact } from '../platform/facts.ts';

/** A connection was added or something about it is different, its status included. */
export const connectionChanged = fact<{ connection: ConnectionView }>('connection.changed');
/** Its session is in another state. */
export const connectionSessionChanged = fact<{ connection: ConnectionView }>('connection.sessionChanged');
/** It was added or got other credentials, so it wants to be started. */
export const connectionConfigured = fact<{ connectionId: number }>('connection.configured');
/** It was removed; its history stays. */
export const connectionDeleted = fact<{ connectionId: number }>('connection.deleted');
