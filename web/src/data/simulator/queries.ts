import type { AnswerOf } from '@balcao/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { type PhoneOwner, phoneKeys } from './keys.ts';

export type PhoneMessage = AnswerOf<'GET /simulator/:whatsappId/messages'>['messages'][number];

/** How often the phone polls for messages while it is on screen. */
const lookEveryMs = 1500;

/** What the simulated phone of one customer shows. */
export function usePhone(whatsappId: number, { number, group }: PhoneOwner) {
  return useQuery({
    queryKey: phoneKeys.one(whatsappId, { number, group }),
    queryFn: ({ signal }) => {
      const query = { from: `+${number}`, ...(group ? { group } : {}) };
      return api('GET /simulator/:whatsappId/messages', { params: { whatsappId }, query, signal });
    },
    select: (phone) => phone.messages,
    refetchInterval: lookEveryMs,
  });
}
