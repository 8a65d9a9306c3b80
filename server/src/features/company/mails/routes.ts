import { mailEndpoints } from '@balcao/contract/mails';
import { routes } from '../../../platform/http/routes.ts';
import { readMail, retryMail } from './actions.ts';
import { listMails } from './reads.ts';

export const mailRoutes = routes(mailEndpoints, {
  listMails: (ctx, { query }) => listMails(ctx, query),
  showMail: (ctx, { params }) => readMail(ctx, params.mailId),
  retryMail: (ctx, { params }) => retryMail(ctx, params.mailId),
});
