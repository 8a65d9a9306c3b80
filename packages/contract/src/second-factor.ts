import { z } from 'zod';
import * as c from './common.ts';
import { endpoint } from './endpoint.ts';
import { secondFactorCode } from './password-rules.ts';
import { userLimits } from './user-rules.ts';

const code = z.string().max(20).regex(secondFactorCode);
const currentPassword = c.text(userLimits.passwordMax, 1);

export const secondFactorEndpoints = {
  showSecondFactor: endpoint({
    route: 'GET /v1/second-factor',
    access: 'user',
    summary: 'Whether signing in takes a code besides the password, for the caller.',
    answer: z.object({ on: z.boolean(), recoveryCodesLeft: z.number() }),
    whenExpired: true,
  }),
  beginSecondFactor: endpoint({
    route: 'POST /v1/second-factor',
    access: 'user',
    summary: 'A secret for an authenticator app. It counts once a code has confirmed it.',
    body: z.object({ currentPassword }),
    answer: z.object({
      /** To type, if the code cannot be scanned. */
      secret: z.string(),
      /** `otpauth://…`, for a QR code. */
      uri: z.string(),
    }),
    whenExpired: true,
  }),
  confirmSecondFactor: endpoint({
    route: 'POST /v1/second-factor/confirm',
    access: 'user',
    summary: 'Switches the second factor on, by a code of the app. The recovery codes are shown only here.',
    body: z.object({ code }),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    whenExpired: true,
  }),
  renewRecoveryCodes: endpoint({
    route: 'POST /v1/second-factor/recovery-codes',
    access: 'user',
    summary: 'Other recovery codes in place of those that are left.',
    body: z.object({ currentPassword }),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    whenExpired: true,
  }),
  endSecondFactor: endpoint({
    route: 'POST /v1/second-factor/off',
    access: 'user',
    summary: 'Switches the caller’s second factor off.',
    body: z.object({ currentPassword }),
    answer: z.object({}),
    whenExpired: true,
  }),
  endSecondFactorOf: endpoint({
    route: 'DELETE /v1/users/:userId/second-factor',
    access: 'admin',
    summary: 'Switches off the second factor of a user who has lost their device. Of an operator only another operator may.',
    params: z.object({ userId: c.id }),
    answer: z.object({}),
  }),
};
