// WhatsApp's text formatting: *bold*, _italic_, ~strike~, `mono` and ```mono```, and links. Pure; `rich-text.tsx` renders it.
// https://faq.whatsapp.com/539178204879377

export type MarkedText =
  | { kind: 'text' | 'mono'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'bold' | 'italic' | 'strike'; children: MarkedText[] };

const kinds = { '*': 'bold', _: 'italic', '~': 'strike' } as const;

/** Parses a text. Marks that are not closed, or that are inside a word, are plain text. */
export function parseMarks(text: string): MarkedText[] {
  const parts: MarkedText[] = [];
  let rest = 0;
  for (const block of text.matchAll(/```([\s\S]+?)```|`([^`\n]+)`/g)) {
    parts.push(...parseInline(text.slice(rest, block.index)));
    parts.push({ kind: 'mono', text: (block[1] ?? block[2] ?? '').replace(/^\n|\n$/g, '') });
    rest = block.index + block[0].length;
  }
  parts.push(...parseInline(text.slice(rest)));
  return parts;
}

const isWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
const isBlank = (letter: string | undefined) => letter === undefined || /\s/.test(letter);

function parseInline(text: string): MarkedText[] {
  const parts: MarkedText[] = [];
  // Until where each mark is closed nowhere: a customer may write thousands that are not, in one line.
  const unclosed = { '*': 0, _: 0, '~': 0 };
  let plain = '';
  const flush = () => {
    if (plain) parts.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length; ) {
    const link = linkAt(text, at);
    if (link) {
      flush();
      parts.push(link);
      at += link.text.length;
      continue;
    }
    const mark = text[at] as keyof typeof kinds;
    const end = opens(text, at) && at >= unclosed[mark] ? closingOf(text, at) : at;
    if (end > at && text[end] === mark) {
      flush();
      parts.push({ kind: kinds[mark], children: parseInline(text.slice(at + 1, end)) });
      at = end + 1;
    } else {
      if (end > at) unclosed[mark] = end;
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return parts;
}

function opens(text: string, at: number): boolean {
  return (text[at] ?? '') in kinds && !isWord(text[at - 1]) && !isBlank(text[at + 1]) && text[at + 1] !== text[at];
}

/** Where the mark is closed that is at `at`; where it is not, the end of its line. */
function closingOf(text: string, at: number): number {
  let end = at + 2;
  for (; end < text.length && text[end] !== '\n'; end += 1) {
    if (text[end] === text[at] && !isBlank(text[end - 1]) && !isWord(text[end + 1])) break;
  }
  return end;
}

/** Only web addresses become links, so that no message can contain a script. */
function linkAt(text: string, at: number): (MarkedText & { kind: 'link' }) | null {
  if (isWord(text[at - 1]) || !/[hw]/i.test(text[at] ?? '')) return null;
  const found = /^(?:https?:\/\/|www\.)[^\s<>"']+/i.exec(text.slice(at, at + 2048))?.[0].replace(/[.,;:!?*_~]+$/, '');
  if (!found) return null;
  const shown = found.endsWith(')') && !found.includes('(') ? found.slice(0, -1) : found;
  const href = /^www\./i.test(shown) ? `https://${shown}` : shown;
  return URL.canParse(href) && /\.|localhost/.test(shown) ? { kind: 'link', text: shown, href } : null;
}
