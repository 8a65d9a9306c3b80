import type { AnswerOf } from '@balcao/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';

export type PhoneMessage = AnswerOf<'GET /simulator/:whatsappId/messages'>['messages'][number];

export const phoneKeys = {
  all: ['simulator'] as const,
  one: (whatsappId: number, from: string) => ['simulator', whatsappId, from] as const,
};

/** How often the phone looks for messages while it is on screen. */
const lookEveryMs = 1500;

/** What the simulated phone of one customer shows. */
export function usePhone(whatsappId: number, from: string) {
  return useQuery({
    queryKey: phoneKeys.one(whatsappId, from),
    queryFn: ({ signal }) => api('GET /simulator/:whatsappId/messages', { params: { whatsappId }, query: { from: `+${from}` }, signal }),
    select: (phone) => phone.messages,
    refetchInterval: lookEveryMs,
  });
}
