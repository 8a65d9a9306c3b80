import { useConnections } from '../../../data/connections/queries.ts';
import { causeOf } from '../../../features/company/connections/connection-reasons.ts';

/** Why a number is down, in a sentence; nothing where that is not known. */
export function WhyDown({ whatsappId }: { whatsappId: number }) {
  const { data } = useConnections();
  const connection = data?.find(({ id }) => id === whatsappId);
  return connection ? causeOf(connection.channel, connection.statusReason) : null;
}
