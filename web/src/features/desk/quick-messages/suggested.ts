// Quick messages as the composer offers them: with the variables filled in and marked.
import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { fillVariables, type VariableValues } from '@balcao/contract/variables-rules';
import { useMemo } from 'react';
import { readQuickMessage, useQuickMessageChoices } from '../../../data/quick-messages/queries.ts';
import { useNow } from '../../../platform/clock.ts';

export type Part = { text: string; filled: boolean };

/** The quick messages to insert while writing to a contact in a queue, filled in for this moment. */
export function useSuggestedMessages(about: Omit<VariableValues, 'at'>, queueId: number | null) {
  const { data } = useQuickMessageChoices();
  const now = useNow();
  return useMemo(
    () => offeredIn(data ?? [], queueId).map((record) => suggestionOf(record, { ...about, at: new Date(now) })),
    [data, about, now, queueId],
  );
}

/** Those for all queues and those of this one, which come first. */
export function offeredIn<Record extends Pick<QuickMessageView, 'queueId'>>(records: readonly Record[], queueId: number | null): Record[] {
  const own = records.filter((record) => record.queueId !== null && record.queueId === queueId);
  return [...own, ...records.filter((record) => record.queueId === null)];
}

/** Splits the text, with each variable filled in and marked. The rest stays as written. */
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
function suggestionOf(record: QuickMessageView, about: VariableValues) {
  return {
    id: record.id,
    label: record.shortcode,
    parts: filledParts(record.message, about),
    file: record.mediaName === null ? null : { name: record.mediaName, load: () => fileOf(record.id) },
  };
}

/** The attachment of a quick message. Its link is asked for anew, because links expire. */
async function fileOf(quickMessageId: number): Promise<File> {
  const { mediaPath, mediaName, mediaMime } = await readQuickMessage(quickMessageId);
  const answer = await fetch(mediaPath ?? '');
  if (!answer.ok) throw new Error(`the file answered ${answer.status}`);
  const blob = await answer.blob();
  return new File([blob], mediaName ?? '', { type: mediaMime ?? blob.type });
}
