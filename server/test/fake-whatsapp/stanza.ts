// Building and reading stanzas, the XML-like nodes both sides exchange.
import { randomBytes } from 'node:crypto';
import type { BinaryNode } from 'baileys';

export type Attributes = { [name: string]: string | undefined };

/** Attributes without a value are left out. */
export function stanza(tag: string, attributes: Attributes = {}, content?: BinaryNode['content']): BinaryNode {
  const attrs: BinaryNode['attrs'] = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) attrs[name] = value;
  return { tag, attrs, content };
}

/** The text inside a stanza, whichever way it was packed. */
export function textOf(node: BinaryNode | undefined): string {
  if (node?.content === undefined || Array.isArray(node.content)) return '';
  return typeof node.content === 'string' ? node.content : Buffer.from(node.content).toString();
}

/** The bytes inside a stanza. */
export function bytesOf(node: BinaryNode | undefined): Buffer {
  if (!(node?.content instanceof Uint8Array)) throw new Error(`<${node?.tag ?? 'nothing'}> has no bytes`);
  return Buffer.from(node.content);
}

/** Now, in seconds, as stanzas carry it. */
export function seconds(): string {
  return Math.floor(Date.now() / 1000).toString();
}

export function newId(prefix = ''): string {
  return prefix + randomBytes(9).toString('hex').toUpperCase();
}

/** An attribute that must be there. */
export function attr(node: BinaryNode, name: string): string {
  const value = node.attrs[name];
  if (value === undefined) throw new Error(`<${node.tag}> without ${name}`);
  return value;
}

/** What must be there; `what` names it in the error. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`expected ${what}`);
  return value;
}
