/** Which simulated phone is meant: of the customer with this number, in their chat or in a group. */
export type PhoneOwner = { number: string; group?: string | undefined };

export const phoneKeys = {
  all: ['simulator'] as const,
  one: (whatsappId: number, { number, group = '' }: PhoneOwner) => ['simulator', whatsappId, number, group] as const,
};
