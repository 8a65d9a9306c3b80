import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { resetCode, strongPassword } from './password-rules.ts';

const code = z.string().max(20).regex(resetCode);
const password = z.string().max(50).regex(strongPassword);
const sameAnswer = 'The answer is the same, and takes as long, whether anybody has this e-mail.';

export const passwordResetEndpoints = {
  askForReset: endpoint({
    route: 'POST /v1/password-reset',
    access: 'public',
    summary: `Mails a code for setting another password. ${sameAnswer}`,
    body: z.object({
      email: c.email,
      /** Of the mail, if the user has chosen none. */
      language: z.enum(['pt', 'en', 'es']).optional(),
    }),
    answer: c.message,
    perMinute: 10,
  }),
  resetPassword: endpoint({
    route: 'POST /v1/password-reset/finish',
    access: 'public',
    summary: 'Sets another password by the code of a mail, which works once; all sessions of the user end.',
    body: z.object({ email: c.email, code, password }),
    answer: c.message,
    perMinute: 10,
  }),
  askForResetByPath: endpoint({
    route: 'POST /forgetpassword/:email',
    access: 'public',
    summary: `The same for existing clients. ${sameAnswer}`,
    params: z.object({ email: c.email }),
    answer: c.message,
    perMinute: 10,
  }),
  resetPasswordByPath: endpoint({
    route: 'POST /resetpasswords/:email/:code/:password',
    access: 'public',
    summary: 'The same for existing clients. Prefer the form with a body: addresses are kept in logs on the way.',
    params: z.object({ email: c.email, code, password }),
    answer: c.message,
    perMinute: 10,
  }),
};
