import { alertingStatuses } from '@balcao/contract/connection-rules';
import { useEffect, useState } from 'react';
import { useConnections } from '../../data/connections/queries.ts';

const checkConnectionsAfterMs = 2000;

/** Whether a connection needs attention, and whether there is a simulator. Asked 2 seconds after the start, to keep the start fast. */
export function useConnectionsState(): { alert: boolean; simulator: boolean } {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setDue(true), checkConnectionsAfterMs);
    return () => window.clearTimeout(timer);
  }, []);
  const { data = [] } = useConnections(due);
  return {
    alert: data.some((connection) => alertingStatuses.includes(connection.status)),
    simulator: data.some((connection) => connection.channel === 'simulator'),
  };
}
