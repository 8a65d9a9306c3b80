import { t } from '../../../platform/i18n.ts';

/** Where programs send. */
export const sendPath = '/api/messages/send';

export type TrialValues = { token: string; number: string; body: string; file: File | null };

export function trialRules(kind: 'text' | 'file') {
  return {
    token: (token: string) => (token.trim() ? null : t('Informe o token')),
    number: (number: string) => (number.replace(/\D/g, '').length >= 8 ? null : t('Informe o número, com DDD')),
    body: (body: string) => (kind === 'file' || body.trim() ? null : t('Escreva a mensagem')),
    file: (file: File | null) => (kind === 'text' || file ? null : t('Escolha um arquivo')),
  };
}

export function trialBody(kind: 'text' | 'file', { number, body, file }: TrialValues): object | FormData {
  if (kind === 'text' || !file) return { number, body };
  const form = new FormData();
  form.set('number', number);
  if (body.trim()) form.set('body', body);
  form.append('medias', file);
  return form;
}
