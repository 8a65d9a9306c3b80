// Rich text of Typebot as WhatsApp marks, in the way Typebot itself does it: *bold*, _italic_, ~strike~, links as `text (url)`. Pure.
import { list, record, text } from './call.ts';

/** A line for each paragraph; an empty paragraph is an empty line. */
export function richText(elements: unknown): string {
  return list(elements)
    .map((element) => lineOf(element, ''))
    .join('\n')
    .trim();
}

function lineOf(value: unknown, indent: string): string {
  const element = record(value);
  if (!element) return '';
  const { type } = element;
  if (type === 'ul' || type === 'ol') {
    return list(element.children)
      .map((item, i) => `${indent}${type === 'ol' ? `${i + 1}.` : '-'} ${itemOf(item, `${indent}  `)}`)
      .join('\n');
  }
  return inline(element);
}

/** A list item may hold another list below its text. */
function itemOf(value: unknown, indent: string): string {
  return list(record(value)?.children)
    .map((child) => (isList(child) ? `\n${lineOf(child, indent)}` : inline(record(child) ?? {})))
    .join('');
}

function isList(value: unknown): boolean {
  const type = record(value)?.type;
  return type === 'ul' || type === 'ol';
}

function inline(element: Record<string, unknown>): string {
  if (typeof element.text === 'string') return leaf(element, element.text);
  const inner = list(element.children)
    .map((child) => (isList(child) ? `\n${lineOf(child, '')}` : inline(record(child) ?? {})))
    .join('');
  if (element.type !== 'a') return inner;
  const url = text(element.url);
  return inner === url || url === '' ? inner : inner === '' ? url : `${inner} (${url})`;
}

/** The marks stand beside the words: WhatsApp shows none that has a space inside. */
function leaf(marks: Record<string, unknown>, written: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(written) ?? [];
  if (words === '') return written;
  const signs = [marks.bold && '*', marks.italic && '_', marks.strikethrough && '~', marks.code && '```'].filter(
    (sign) => typeof sign === 'string',
  );
  return before + signs.reduce((inner, sign) => `${sign}${inner}${sign}`, words) + after;
}

/** Markdown, as newer servers may send it: double marks become single ones. */
export function markdownText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, words: string, url: string) => (words === url ? url : `${words} (${url})`))
    .replace(/(\*\*|__)(?=\S)([\s\S]*?\S)\1/g, '*$2*')
    .replace(/~~(?=\S)([\s\S]*?\S)~~/g, '~$1~')
    .trim();
}
