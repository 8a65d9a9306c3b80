import { numberChosen } from './choice-rules.ts';

/** 1 unsatisfied, 2 satisfied, 3 very satisfied. */
export type Rating = 1 | 2 | 3;

/** How long after the question a customer may rate, in ms. */
export const ratingWaitMs = 24 * 3_600_000;

const question = 'Digite de 1 à 3 para qualificar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito Satisfeito_';

/** The question after a conversation, below the connection's own text. */
export function ratingQuestion(ratingMessage: string): string {
  return ratingMessage.trim() === '' ? question : `${ratingMessage}\n\n${question}`;
}

/** The rating in a text; null for any other text. */
export function ratingOf(text: string): Rating | null {
  const number = numberChosen(text);
  return number === 1 || number === 2 || number === 3 ? number : null;
}
