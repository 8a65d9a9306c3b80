import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { PhoneMessage } from '../../../data/simulator/queries.ts';
import { useAcknowledge } from './mutations.ts';
import type { Customer } from './people.ts';

/** Reports the company's messages as delivered once the phone has them, and as read while the phone is visible, unless `keepUnread`. */
export function useReceipts(whatsappId: number, customer: Customer, messages: readonly PhoneMessage[], keepUnread: boolean): void {
  const visible = usePageVisible();
  const acknowledge = useAcknowledge(whatsappId, customer);
  // In a group, one person reading does not mean that everybody has read.
  const due = customer.group ? null : dueReceipt(messages, keepUnread || !visible);
  const last = messages.at(-1)?.id;
  const tell = useEffectEvent(() => {
    if (due && !acknowledge.isPending) acknowledge.mutate(due);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is a new reason to tell, with the same receipt.
  useEffect(() => tell(), [due, last]);
}

/** The receipt still to be sent for the company's messages; null if none. */
export function dueReceipt(messages: readonly PhoneMessage[], unread: boolean): 'delivered' | 'read' | null {
  const level = unread ? 2 : 3;
  const owed = messages.some((message) => !message.fromCustomer && message.ack < level);
  return owed ? (unread ? 'delivered' : 'read') : null;
}

function usePageVisible(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState === 'visible',
  );
}
