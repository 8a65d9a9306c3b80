import type { ConnectionDetail } from '@balcao/contract/connections';
import { useState } from 'react';
import { useConnection } from '../../../../data/connections/queries.ts';
import { ApiError } from '../../../../platform/api.ts';
import { useSession } from '../mutations.ts';
import { type LinkMethod, type LinkStage, linkStage } from './linking.ts';

/** Poll, so that a code arrives even while the socket is down. */
const watchMs = 3000;

export type Linking = {
  connection: ConnectionDetail | undefined;
  /** The connection was removed meanwhile. */
  gone: boolean;
  stage: LinkStage;
  /** A request is running. */
  busy: boolean;
  /** Which kind of code was asked for last, here. */
  asked: LinkMethod;
  /** Why the last request was refused; null after one that was not. */
  error: unknown;
  /** Starts over with a QR code, or with a code to type on the phone of this number. */
  link: (phoneNumber?: string) => void;
  /** Tries again with the phone linked before, or the credentials there are. */
  retry: () => void;
};

/** The state of linking a connection, for a dialog that shows it. */
export function useLinking(whatsappId: number | null, watching = true): Linking {
  const connection = useConnection(whatsappId, watching ? watchMs : undefined);
  const session = useSession();
  const [shown, setShown] = useState(false);
  const [asked, setAsked] = useState<LinkMethod>('qr');
  const told = connection.data;
  if (!shown && told?.status === 'qrcode' && (told.qrcode || told.pairingCode)) setShown(true);
  const run = (verb: 'start' | 'renew', phoneNumber?: string) => {
    if (whatsappId === null) return;
    setShown(false);
    setAsked(phoneNumber ? 'code' : 'qr');
    session.mutate({ whatsappId, verb, phoneNumber });
  };
  return {
    connection: told,
    gone: connection.error instanceof ApiError && connection.error.status === 404,
    stage: linkStage(told, { shown, busy: session.isPending }),
    busy: session.isPending,
    asked,
    error: session.error,
    link: (phoneNumber) => run('renew', phoneNumber),
    retry: () => run('start'),
  };
}
