// Groups: their members, and how members are addressed in them.
import { randomBytes } from 'node:crypto';
import type { BinaryNode } from 'baileys';
import type { Companion } from './companion.ts';
import type { Phone } from './phone.ts';
import { type Attributes, seconds, stanza } from './stanza.ts';
import { notify } from './to-client.ts';

/** Members of newer groups are known by LID, of older ones by number. */
export type AddressingMode = 'lid' | 'pn';

export class Group {
  readonly id = `12036300${randomBytes(5).readUIntBE(0, 5)}@g.us`;
  private readonly createdAt = seconds();

  constructor(
    public subject: string,
    readonly owner: Phone,
    public members: Phone[],
    readonly mode: AddressingMode,
  ) {}

  addressOf(member: Phone): string {
    return this.mode === 'lid' ? member.lid : member.jid;
  }

  /** The answer to a query for it. */
  node(): BinaryNode {
    const attributes = {
      id: this.id.replace('@g.us', ''),
      subject: this.subject,
      s_t: this.createdAt,
      s_o: this.addressOf(this.owner),
      creation: this.createdAt,
      creator: this.addressOf(this.owner),
      addressing_mode: this.mode,
      size: String(this.members.length),
    };
    return stanza(
      'group',
      attributes,
      this.members.map((member) => this.memberNode(member, member === this.owner ? { type: 'superadmin' } : {})),
    );
  }

  memberNode(member: Phone, attributes: Attributes = {}): BinaryNode {
    const addresses = this.mode === 'lid' ? { jid: member.lid, phone_number: member.jid } : { jid: member.jid, lid: member.lid };
    return stanza('participant', { ...addresses, ...attributes });
  }
}

/** A member gives it another name. */
export function renameGroup(companions: Companion[], group: Group, by: Phone, subject: string): void {
  group.subject = subject;
  const change = stanza('subject', { subject, s_t: seconds(), s_o: group.addressOf(by) });
  tell(companions, group, by, change);
}

/** `add` and `remove` change the members; somebody who removes himself leaves. */
export function changeMembers(companions: Companion[], group: Group, by: Phone, change: 'add' | 'remove', who: Phone[]): void {
  const told = companions.filter(({ phone }) => group.members.includes(phone) || who.includes(phone));
  const others = group.members.filter((member) => !who.includes(member));
  group.members = change === 'add' ? [...others, ...who] : others;
  const node = stanza(
    change,
    {},
    who.map((member) => group.memberNode(member)),
  );
  for (const companion of told) tellOne(companion, group, by, node);
}

function tell(companions: Companion[], group: Group, by: Phone, change: BinaryNode): void {
  for (const companion of companions) if (group.members.includes(companion.phone)) tellOne(companion, group, by, change);
}

function tellOne(companion: Companion, group: Group, by: Phone, change: BinaryNode): void {
  const participant = { participant: group.addressOf(by), participant_pn: by.jid };
  notify(companion, 'w:gp2', group.id, [change], participant);
}
