// Stanzas for one client that it has not confirmed. WhatsApp keeps them until the client answers `<receipt>` or `<ack>`, and gives them
// again, in order, at the next login (https://github.com/tulir/whatsmeow: "offline" nodes after `<ib><offline_preview/></ib>`).
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren } from 'baileys';

export class DeliveryQueue {
  private readonly waiting = new Map<string, BinaryNode>();
  private readonly nacksToCome = new Set<string>();

  get size(): number {
    return this.waiting.size;
  }

  add(node: BinaryNode): void {
    this.waiting.set(keyOf(node), node);
  }

  all(): BinaryNode[] {
    return [...this.waiting.values()];
  }

  holdsMessage(id: string): boolean {
    return this.waiting.has(`message ${id}`);
  }

  /** The client asked for the message again, so the refusal of the first copy, which follows, must not confirm the second. */
  expectNack(id: string): void {
    this.nacksToCome.add(id);
  }

  /** The client's `<receipt>` or `<ack>`; answers the ids of the messages it confirms. */
  confirm(node: BinaryNode): string[] {
    const confirmed = node.tag === 'receipt' ? receiptIds(node) : this.acknowledge(node);
    for (const id of confirmed) this.waiting.delete(`message ${id}`);
    return confirmed;
  }

  private acknowledge(ack: BinaryNode): string[] {
    const { class: tag, id = '', error } = ack.attrs;
    if (tag === 'message') return error && this.nacksToCome.delete(id) ? [] : [id];
    this.waiting.delete(keyOf({ tag: tag ?? '', attrs: { ...ack.attrs, from: ack.attrs.to ?? '' } }));
    return [];
  }
}

/** All message ids of a receipt: its own and those it lists. */
export function receiptIds(receipt: BinaryNode): string[] {
  const more = getBinaryNodeChildren(getBinaryNodeChild(receipt, 'list'), 'item').map((item) => item.attrs.id);
  return [receipt.attrs.id, ...more].filter((id) => id !== undefined);
}

function keyOf({ tag, attrs }: BinaryNode): string {
  if (tag === 'message') return `message ${attrs.id}`;
  return [tag, attrs.id, attrs.type, attrs.from, attrs.participant].join(' ');
}
