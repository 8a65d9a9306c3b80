// Quick messages as they are offered while writing: with their variables filled in, and the values marked.
import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { fillVariables, type VariableValues } from '@balcao/contract/variables-rules';
import { api } from '../../../platform/api.ts';

export type Part = { text: string; filled: boolean };

/** The text piece by piece, each variable filled in and marked. What is no variable stays as it was written. */
export function filledParts(message: string, about: VariableValues): Part[] {
  return message
    .split(/(\{\{[^{}]*\}\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const text = fillVariables(piece, about);
      return { text, filled: text !== piece };
    });
}

/** The quick message as something the composer can offer. */
export function suggestionOf(record: QuickMessageView, about: VariableValues) {
  return {
    id: record.id,
    label: record.shortcode,
    parts: filledParts(record.message, about),
    file: record.mediaName === null ? null : { name: record.mediaName, load: () => fileOf(record.id) },
  };
}

/** The attachment of a quick message. Its address is asked for anew, since it can be opened only for a while. */
async function fileOf(quickMessageId: number): Promise<File> {
  const { mediaPath, mediaName, mediaMime } = await api('GET /quick-messages/:quickMessageId', { params: { quickMessageId } });
  const answer = await fetch(mediaPath ?? '');
  if (!answer.ok) throw new Error(`the file answered ${answer.status}`);
  const blob = await answer.blob();
  return new File([blob], mediaName ?? '', { type: mediaMime ?? blob.type });
}
