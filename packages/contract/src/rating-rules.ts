import { numberChosen } from './choice-rules.ts';

/** 1 unsatisfied, 2 satisfied, 3 very satisfied. */
export type Rating = 1 | 2 | 3;

/** How long after it was asked a customer may rate. */
export const ratingWaitMs = 24 * 3_600_000;

const question = 'Digite de 1 à 3 para qualificar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito Satisfeito_';

/** What a customer is asked at the end, below the words of the connection. */
export function ratingQuestion(ratingMessage: string): string {
  return ratingMessage.trim() === '' ? question : `${ratingMessage}\n\n${question}`;
}

/** The rating a text is; null for whatever else was written. */
export function ratingOf(text: string): Rating | null {
  const number = numberChosen(text);
  return number === 1 || number === 2 || number === 3 ? number : null;
}
