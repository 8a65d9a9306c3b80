import type { CallOf } from '@balcao/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { phoneKeys } from '../../../data/simulator/keys.ts';
import { api, upload } from '../../../platform/api.ts';
import { newIdempotencyKey } from '../../../platform/random.ts';
import type { Customer } from './people.ts';

type Body = Exclude<NonNullable<CallOf<'POST /simulator/:whatsappId/messages'>['body']>, FormData>;
/** What the customer does: the fields of the call, without the customer. */
export type Doing = Omit<Body, 'from' | 'name' | 'group'> & { file?: File };

/** Plays the customer. Retrying the same action sends one message. */
export function useSimulate(whatsappId: number, customer: Customer) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ file, ...doing }: Doing) => {
      const { number, name, group } = customer;
      const body = { id: newIdempotencyKey(), ...doing, from: `+${number}`, name, ...(group ? { group } : {}) };
      return file
        ? upload('POST /simulator/:whatsappId/messages', { params: { whatsappId }, body: formOf(body, file) })
        : api('POST /simulator/:whatsappId/messages', { params: { whatsappId }, body });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: phoneKeys.one(whatsappId, customer) }),
  });
}

/** The customer's first message to a new test number; written once, however often it is asked for. */
export function useSimulateFirst({ number, name }: Customer) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ whatsappId, body }: { whatsappId: number; body: string }) =>
      api('POST /simulator/:whatsappId/messages', {
        params: { whatsappId },
        body: { id: `first-${whatsappId}`, from: `+${number}`, name, type: 'text', body },
      }),
    onSettled: (_, __, { whatsappId }) => cache.invalidateQueries({ queryKey: phoneKeys.one(whatsappId, { number }) }),
  });
}

/** Tells the company that its messages arrived on the phone, or were read. */
export function useAcknowledge(whatsappId: number, customer: Customer) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (status: 'delivered' | 'read') =>
      api('POST /simulator/:whatsappId/read', { params: { whatsappId }, body: { from: `+${customer.number}`, status } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: phoneKeys.one(whatsappId, customer) }),
  });
}

function formOf(fields: Record<string, unknown>, file: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  form.append('media', file, file.name);
  return form;
}
