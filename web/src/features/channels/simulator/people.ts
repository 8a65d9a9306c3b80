/** A customer as the simulated phone plays one. */
export type Customer = {
  name: string;
  number: string;
  /** The subject of the group they write in. Left out, they write in a private chat. */
  group?: string | undefined;
};

/** The same person may be played in a private chat and in a group. */
export function isSame(a: Customer, b: Customer): boolean {
  return a.number === b.number && a.group === b.group;
}

/** Invented people to play. */
export const people: readonly Customer[] = [
  { name: 'Helena Sampaio', number: '5548905550142' },
  { name: 'Otávio Brandão', number: '5548905550167' },
  { name: 'Jussara Quadros', number: '5511905550128' },
  { name: 'Caio Menezes', number: '5521905550193' },
  { name: 'Inês Carvalhal', number: '351910005550' },
  { name: 'Lia Prado', number: '5548905550171', group: 'Condomínio Ipê' },
  { name: 'Rui Tavares', number: '5548905550172', group: 'Condomínio Ipê' },
];
