// Rich text of Typebot as WhatsApp marks, in the way Typebot itself does it: *bold*, _italic_, ~strike~, links as `text (url)`. Pure.
import { list, record, text } from './call.ts';
import { textMax } from './port.ts';

/** Parts within parts; what lies deeper is left out. */
const depthMax = 30;

/** A line for each paragraph; an empty paragraph is an empty line. */
export function richText(elements: unknown): string {
  return list(elements)
    .map((element) => lineOf(element, 0))
    .join('\n')
    .trim();
}

function lineOf(value: unknown, depth: number, indent = ''): string {
  const element = record(value);
  if (!element) return '';
  const { type } = element;
  if (type === 'ul' || type === 'ol') {
    return list(element.children)
      .map((item, i) => `${indent}${type === 'ol' ? `${i + 1}.` : '-'} ${itemOf(item, depth + 1, `${indent}  `)}`)
      .join('\n');
  }
  return inline(element, depth);
}

/** A list item may hold another list below its text. */
function itemOf(value: unknown, depth: number, indent: string): string {
  if (depth > depthMax) return '';
  return list(record(value)?.children)
    .map((child) => (isList(child) ? `\n${lineOf(child, depth, indent)}` : inline(record(child) ?? {}, depth)))
    .join('');
}

function isList(value: unknown): boolean {
  const type = record(value)?.type;
  return type === 'ul' || type === 'ol';
}

function inline(element: Record<string, unknown>, depth: number): string {
  if (depth > depthMax) return '';
  if (typeof element.text === 'string') return leaf(element, element.text);
  const inner = list(element.children)
    .map((child) => (isList(child) ? `\n${lineOf(child, depth + 1)}` : inline(record(child) ?? {}, depth + 1)))
    .join('');
  if (element.type !== 'a') return inner;
  const url = text(element.url);
  return inner === url || url === '' ? inner : inner === '' ? url : `${inner} (${url})`;
}

/** The marks stand beside the words: WhatsApp shows none that has a space inside. */
function leaf(marks: Record<string, unknown>, written: string): string {
  const words = written.trim();
  if (words === '') return written;
  const begin = written.indexOf(words);
  const signs = [marks.bold && '*', marks.italic && '_', marks.strikethrough && '~', marks.code && '```'].filter(
    (sign) => typeof sign === 'string',
  );
  return written.slice(0, begin) + signs.reduce((inner, sign) => `${sign}${inner}${sign}`, words) + written.slice(begin + words.length);
}

/** Markdown, as newer servers may send it: double marks become single ones. What is looked for is bounded, so that no text takes long. */
export function markdownText(markdown: string): string {
  return markdown
    .slice(0, textMax * 2)
    .replace(/\[([^\][]{0,500})\]\(([^)\s]{1,2000})\)/g, (_, words: string, url: string) => (words === url ? url : `${words} (${url})`))
    .replace(/(\*\*|__)(?=\S)([\s\S]{0,1000}?\S)\1/g, '*$2*')
    .replace(/~~(?=\S)([\s\S]{0,1000}?\S)~~/g, '~$1~')
    .trim();
}
