import { messageBodyMax } from '@balcao/contract/message-rules';
import type { QuickMessageView } from '@balcao/contract/quick-messages';
import { t } from '../../../platform/i18n.ts';

/** `file`: newly chosen; `kept`: the name of the existing file, which stays. */
export type QuickMessageValues = {
  shortcode: string;
  message: string;
  geral: boolean;
  status: boolean;
  /** The id of a queue; empty: all. */
  queueId: string;
  file: File | null;
  kept: string | null;
};

/** The form of a new or existing quick message. */
export function quickMessageValues(record: QuickMessageView | null): QuickMessageValues {
  return {
    shortcode: record?.shortcode ?? '',
    message: record?.message ?? '',
    geral: record?.geral ?? false,
    status: record?.status ?? true,
    queueId: record?.queueId ? String(record.queueId) : '',
    file: null,
    kept: record?.mediaName ?? null,
  };
}

/** The validation rules of the form. */
export function quickMessageRules() {
  return {
    shortcode: (shortcode: string) => {
      const text = plainShortcode(shortcode);
      if (text === '') return t('Obrigatório');
      return text.length > 50 ? t('Muito longo!') : null;
    },
    message: (message: string, { file, kept }: QuickMessageValues) => {
      if (message.trim() === '' && !file && !kept) return t('Escreva uma mensagem ou anexe um arquivo.');
      return message.length > messageBodyMax ? t('Muito longo!') : null;
    },
  };
}

/** The form as a request body; the file is uploaded separately. */
export function quickMessageBody({ shortcode, message, geral, status, queueId }: QuickMessageValues) {
  return { shortcode: plainShortcode(shortcode), message, geral, status, queueId: queueId === '' ? null : Number(queueId) };
}

/** A shortcode without the leading slash people type. */
export function plainShortcode(text: string): string {
  return text.trim().replace(/^\/+\s*/, '');
}
