import accounts from './es/accounts.json';
import administration from './es/administration.json';
import app from './es/app.json';
import assistants from './es/assistants.json';
import business from './es/business.json';
import inbox from './es/inbox.json';
import insight from './es/insight.json';
import open from './es/open.json';
import thread from './es/thread.json';

export const texts: Record<string, string> = {
  ...app,
  ...inbox,
  ...administration,
  ...business,
  ...insight,
  ...accounts,
  ...open,
  ...thread,
  ...assistants,
};
