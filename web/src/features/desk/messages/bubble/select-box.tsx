import type { MessageView } from '@balcao/contract/messages';
import { formatTime } from '../../../../platform/format.ts';
import { t } from '../../../../platform/i18n.ts';
import css from './bubble.module.css';
import { authorOf } from './message-text.ts';

type SelectBoxProps = {
  messages: readonly MessageView[];
  selected: boolean;
  onSelect: ((messages: readonly MessageView[]) => void) | undefined;
  disabled?: boolean;
};

/** Chooses messages of a conversation. It covers their whole row, so that a press anywhere on it is one on the box. */
export function SelectBox({ messages, selected, onSelect, disabled = false }: SelectBoxProps) {
  const [message] = messages;
  if (!message) return null;
  return (
    <label className={css.select}>
      <input
        type="checkbox"
        checked={selected}
        disabled={disabled}
        aria-label={t('Selecionar a mensagem de {{author}}, {{time}}', { author: authorOf(message), time: formatTime(message.createdAt) })}
        onChange={() => onSelect?.(messages)}
      />
    </label>
  );
}
