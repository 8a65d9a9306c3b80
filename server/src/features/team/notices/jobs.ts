import { deliverNotice } from './actions/deliver.ts';

export const noticeJobs = [deliverNotice];
