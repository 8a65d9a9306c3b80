/** A customer as the simulated phone plays one. */
export type Customer = { name: string; number: string };

/** Invented people to play. */
export const people: readonly Customer[] = [
  { name: 'Helena Sampaio', number: '5548905550142' },
  { name: 'Otávio Brandão', number: '5548905550167' },
  { name: 'Jussara Quadros', number: '5511905550128' },
  { name: 'Caio Menezes', number: '5521905550193' },
  { name: 'Inês Carvalhal', number: '351910005550' },
];
