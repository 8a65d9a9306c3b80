import { alertingStatuses } from '@balcao/contract/connection-rules';
import { useEffect, useState } from 'react';
import { useConnections } from '../../../data/connections/queries.ts';

const checkConnectionsAfterMs = 2000;

/**
 * Whether a connection needs attention, from 2 seconds after the start on; and for admins, whether there is a simulator, at once: it has an
 * entry in their menu.
 */
export function useConnectionsState(admin: boolean): { alert: boolean; simulator: boolean } {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setDue(true), checkConnectionsAfterMs);
    return () => window.clearTimeout(timer);
  }, []);
  const { data = [] } = useConnections(due || admin);
  return {
    alert: due && data.some((connection) => alertingStatuses.includes(connection.status)),
    simulator: data.some((connection) => connection.channel === 'simulator'),
  };
}
