// Variables in texts to customers: words in double braces. Pure, and shared: the server fills them in, the browser previews them.
import { clockAt, dayAt } from './schedule-rules.ts';

export type VariableValues = {
  contactName: string;
  /** The ticket's number; it never changes. */
  protocol: string;
  at: Date;
  /** IANA name, e.g. `America/Sao_Paulo`. */
  timeZone: string;
};

/** The variables as they are offered, in this order. */
export const variableNames = ['firstName', 'name', 'greeting', 'protocol', 'date', 'hour'] as const;

const values: Record<string, (about: VariableValues) => string> = {
  firstName: ({ contactName }) => contactName.trim().split(/\s+/u)[0] ?? '',
  name: ({ contactName }) => contactName.trim(),
  greeting: ({ at, timeZone }) => greetingAt(at, timeZone),
  protocol: ({ protocol }) => protocol,
  date: ({ at, timeZone }) => dayAt(at, timeZone).split('-').reverse().join('/'),
  hour: ({ at, timeZone }) => clockAt(at, timeZone),
};
/** Other spellings in use. */
const aliases: Record<string, string> = { ms: 'greeting', gretting: 'greeting', data: 'date', hora: 'hour' };

/**
 * Fills in the variables of a plain text. Dates are DD/MM/YYYY, hours HH:mm, both in the given time zone.
 * Unknown variables stay as written. Values are not processed again, so variables in them are not filled in.
 */
export function fillVariables(text: string, about: VariableValues): string {
  if (!text.includes('{{')) return text;
  return text.replace(/\{\{[ \t]*([A-Za-z]{1,20})[ \t]*\}\}/g, (written, name: string) => {
    const known = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
    return Object.hasOwn(values, known) ? (values[known]?.(about) ?? written) : written;
  });
}

/** The greeting for the hour: small hours, morning, afternoon or night. */
export function greetingAt(at: Date, timeZone: string): string {
  const hour = Number(clockAt(at, timeZone).slice(0, 2));
  if (hour < 6) return 'Boa madrugada';
  if (hour < 12) return 'Bom dia';
  return hour < 18 ? 'Boa tarde' : 'Boa noite';
}
