import { defineCron } from '../../../platform/jobs/define.ts';
import { issueInvoices } from './actions.ts';

export const issueAll = defineCron({ name: 'invoices.issue', cron: '*/10 * * * *', run: issueInvoices });
