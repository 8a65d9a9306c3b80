import type { AssistantFailure } from '@balcao/contract/assistant-rules';
import { type HelpTask, helpMessages, type RewriteLanguage, type RewriteStyle } from '@balcao/contract/inbox-help-rules';
import { ApiError } from '../../../platform/api.ts';
import { assistantReason } from '../../../platform/assistant-reason.ts';
import { errorCode, errorText } from '../../../platform/errors.ts';
import { t } from '../../../platform/i18n.ts';

/** What people may ask for, as admins choose it. */
export function taskText(task: HelpTask): string {
  const texts: Record<HelpTask, string> = {
    summary: t('Resumir a conversa'),
    reply: t('Sugerir uma resposta'),
    rewrite: t('Reescrever o que se digita'),
    translate: t('Traduzir mensagens recebidas'),
    transcribe: t('Transcrever áudios'),
  };
  return texts[task];
}

export function styleText(style: Exclude<RewriteStyle, 'translate'>): string {
  const texts = { shorter: t('Mais curto'), friendlier: t('Mais simpático'), formal: t('Mais formal') };
  return texts[style];
}

export function languageText(language: RewriteLanguage): string {
  const texts: Record<RewriteLanguage, string> = {
    contact: t('Para a língua do cliente'),
    pt: t('Para português'),
    en: t('Para inglês'),
    es: t('Para espanhol'),
  };
  return texts[language];
}

/** What is going to be sent, said before anybody asks. */
export function sendsText(provider: string, tasks: readonly HelpTask[]): string {
  const parts = [
    ...(tasks.includes('summary') ? [t('o resumo envia até {{n}} mensagens desta conversa', { n: helpMessages.summary })] : []),
    ...(tasks.includes('reply') ? [t('a sugestão, até {{n}}', { n: helpMessages.reply })] : []),
    ...(tasks.includes('rewrite')
      ? [t('reescrever, o seu texto, e para a língua do cliente até {{n}} mensagens dele', { n: helpMessages.language })]
      : []),
  ];
  return t('Vai para {{provider}}: {{parts}}. Nada vai para o cliente sem você.', { provider, parts: parts.join('; ') });
}

/** Why it did not work, with what to do. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || errorCode(error) !== 'ERR_ASSISTANT_FAILED') return errorText(error);
  const why = assistantReason(error.details.reason as AssistantFailure | undefined);
  return why.charAt(0).toUpperCase() + why.slice(1);
}
