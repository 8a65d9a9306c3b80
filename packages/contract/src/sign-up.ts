import { z } from 'zod';
import * as c from './common.ts';
import { companyPhone, companyStatus, companyTerms, companyView, dueDate } from './companies.ts';
import { endpoint } from './endpoint.ts';
import { recurrences } from './plan-rules.ts';
import { userLimits } from './user-rules.ts';

const signUp = z.object({
  name: c.name(userLimits.nameMin, userLimits.nameMax),
  email: c.email,
  phone: companyPhone,
  password: c.text(userLimits.passwordMax, userLimits.passwordMin),
  planId: c.id,
  /** Existing links to the sign-up page name a company. It has no effect: nobody joins a company by its number. */
  companyId: c.optionalId,
});

export const signUpEndpoints = {
  signUp: endpoint({
    route: 'POST /companies/cadastro',
    access: 'public',
    summary: 'A visitor signs up a company on a trial. The server sets trial, status, recurrence and due date and ignores what is sent.',
    body: signUp,
    answer: companyView,
    perMinute: 10,
  }),
  createCompany: endpoint({
    route: 'POST /companies',
    access: 'super',
    summary: 'A platform operator creates a company with its admin user, who sets a password by the reset if none is given.',
    body: signUp.extend({
      password: z.union([signUp.shape.password, z.literal('').transform(() => undefined)]).optional(),
      status: companyStatus.default(true),
      dueDate: dueDate.default(null),
      recurrence: z.enum(recurrences).default('MENSAL'),
      campaignsEnabled: c.flag.default(true),
      ...z.object(companyTerms).partial().shape,
    }),
    answer: companyView,
  }),
};
