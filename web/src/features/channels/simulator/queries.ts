import type { AnswerOf } from '@balcao/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import type { Customer } from './people.ts';

export type PhoneMessage = AnswerOf<'GET /simulator/:whatsappId/messages'>['messages'][number];

export const phoneKeys = {
  all: ['simulator'] as const,
  one: (whatsappId: number, { number, group = '' }: Customer) => ['simulator', whatsappId, number, group] as const,
};

/** How often the phone looks for messages while it is on screen. */
const lookEveryMs = 1500;

/** What the simulated phone of one customer shows. */
export function usePhone(whatsappId: number, customer: Customer) {
  return useQuery({
    queryKey: phoneKeys.one(whatsappId, customer),
    queryFn: ({ signal }) => {
      const { number, group } = customer;
      const query = { from: `+${number}`, ...(group ? { group } : {}) };
      return api('GET /simulator/:whatsappId/messages', { params: { whatsappId }, query, signal });
    },
    select: (phone) => phone.messages,
    refetchInterval: lookEveryMs,
  });
}
