import { memo, type ReactNode } from 'react';
import { InPlace } from '../list/in-place.tsx';
import css from './rich-text.module.css';
import { type MarkedText, parseMarks } from './whatsapp-marks.ts';

type Plain = (text: string) => ReactNode;
const asItIs: Plain = (text) => text;

/** A text as WhatsApp shows it: with formatting, and web addresses as links that send no referrer. `plain` draws what is neither. */
export const RichText = memo(function RichText({ text, plain = asItIs }: { text: string; plain?: Plain | undefined }) {
  return <span className={css.text}>{draw(parseMarks(text), plain)}</span>;
});

function draw(parts: MarkedText[], plain: Plain) {
  return <InPlace of={parts}>{(part) => <Part part={part} plain={plain} />}</InPlace>;
}

function Part({ part, plain }: { part: MarkedText; plain: Plain }) {
  switch (part.kind) {
    case 'text':
      return plain(part.text);
    case 'mono':
      return <code>{part.text}</code>;
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </a>
      );
    case 'bold':
      return <b>{draw(part.children, plain)}</b>;
    case 'italic':
      return <i>{draw(part.children, plain)}</i>;
    case 'strike':
      return <s>{draw(part.children, plain)}</s>;
  }
}
