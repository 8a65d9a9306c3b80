// What people are told of errors. Codes are never shown.
import type { ErrorCode } from '@balcao/contract/errors';
import { ApiError } from './api.ts';
import { t } from './i18n.ts';
import { type ClientCode, sentence } from './sentences.ts';
import { showToast, type ToastAction, toastLife } from './toast.ts';

/** The sentence for anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? sentence(error.code, error.details) : sentence('ERR_UNKNOWN');
}

/** The error code of what was thrown, to decide by; null if it is not an `ApiError`. */
export function errorCode(error: unknown): ErrorCode | ClientCode | null {
  return error instanceof ApiError ? error.code : null;
}

/** Shows an error. Aborted calls and expired sessions are not shown. One without a code is a fault of ours: the console has it whole. */
export function notifyError(error: unknown, options: { title?: string; actions?: readonly ToastAction[] } = {}): void {
  const code = errorCode(error);
  if (code === null) console.error('An error occurred!', error);
  if (code === 'ERR_ABORTED' || code === 'ERR_SESSION_EXPIRED') return;
  const text = errorText(error);
  showToast({
    kind: 'error',
    title: options.title ?? text,
    text: options.title ? text : undefined,
    actions: options.actions,
    lifeMs: toastLife.error,
  });
}

/** What is wrong with one field, for `ERR_VALIDATION`. */
export function issueText(issue: { code: string; min?: number; max?: number }): string {
  switch (issue.code) {
    case 'too_small':
      return issue.min !== undefined && issue.min > 1
        ? t('Muito pequeno! Use ao menos {{min}} caracteres.', { min: issue.min })
        : t('Preencha este campo.');
    case 'too_big':
      return issue.max === undefined ? t('Muito longo!') : t('Muito longo! Use no máximo {{max}} caracteres.', { max: issue.max });
    case 'required':
      return t('Preencha este campo.');
    case 'wrong':
      return t('Não confere. Tente de novo.');
    default:
      return t('Confira este campo.');
  }
}
