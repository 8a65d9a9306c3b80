import { type Logger, pino } from 'pino';

export type Log = Logger;

/** One structured line per request or job. Message bodies are never logged; secrets are removed by field name. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', 'token', 'authorization', 'cookie', '*.password', '*.token', '*.authorization', '*.cookie', '*.body'],
  });
}
