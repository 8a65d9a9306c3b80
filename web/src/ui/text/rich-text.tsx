import { memo } from 'react';
import { InPlace } from '../list/in-place.tsx';
import css from './rich-text.module.css';
import { type MarkedText, parseMarks } from './whatsapp-marks.ts';

/** A text as WhatsApp shows it: with formatting, and web addresses as links that send no referrer. */
export const RichText = memo(function RichText({ text }: { text: string }) {
  return <span className={css.text}>{draw(parseMarks(text))}</span>;
});

function draw(parts: MarkedText[]) {
  return <InPlace of={parts}>{(part) => <Part part={part} />}</InPlace>;
}

function Part({ part }: { part: MarkedText }) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'mono':
      return <code>{part.text}</code>;
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </a>
      );
    case 'bold':
      return <b>{draw(part.children)}</b>;
    case 'italic':
      return <i>{draw(part.children)}</i>;
    case 'strike':
      return <s>{draw(part.children)}</s>;
  }
}
