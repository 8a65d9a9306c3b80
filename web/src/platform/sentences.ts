// Every error code as a sentence. Those that must be there without a server come with the app, all others with its first refusal.
import type { ErrorCode } from '@balcao/contract/errors';
import { t } from './i18n.ts';

export type Sentence = (details: Readonly<Record<string, unknown>>) => string;
/** Error codes of the browser itself. */
export type ClientCode = 'ERR_NETWORK' | 'ERR_TIMEOUT' | 'ERR_ABORTED' | 'ERR_UNKNOWN';
export type FirstCode = ClientCode | 'ERR_INTERNAL_SERVER_ERROR' | 'ERR_UNAVAILABLE' | 'ERR_COMPANY_INACTIVE';

const first: Record<FirstCode, Sentence> = {
  ERR_NETWORK: () => t('Sem conexão com o servidor. Confira sua internet e tente de novo.'),
  ERR_TIMEOUT: () => t('O servidor demorou demais para responder. Tente de novo em instantes.'),
  ERR_ABORTED: () => t('A operação foi cancelada.'),
  ERR_UNKNOWN: () => t('Algo não saiu como esperado. Tente de novo; se continuar, avise o administrador.'),
  ERR_INTERNAL_SERVER_ERROR: () => t('O servidor teve um problema inesperado. Tente de novo mais tarde.'),
  ERR_UNAVAILABLE: () => t('O servidor está indisponível no momento. Tente de novo em instantes.'),
  ERR_COMPANY_INACTIVE: () => t('O acesso da sua empresa está suspenso. Entre em contato com o suporte.'),
};
let known: Partial<Record<ErrorCode | ClientCode, Sentence>> = first;

/** Resolves once all sentences are known; also if they cannot be loaded now: then the next refusal tries again. */
export async function loadSentences(): Promise<void> {
  if (known !== first) return;
  const loaded = await import('./error-sentences.ts').catch(() => null);
  if (loaded) known = { ...loaded.sentences, ...first };
}

/** What a code says to a person. */
export function sentence(code: ErrorCode | ClientCode, details: Readonly<Record<string, unknown>> = {}): string {
  return (known[code] ?? first.ERR_UNKNOWN)(details);
}
