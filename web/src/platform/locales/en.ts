import accounts from './en/accounts.json';
import administration from './en/administration.json';
import app from './en/app.json';
import assistants from './en/assistants.json';
import business from './en/business.json';
import inbox from './en/inbox.json';
import insight from './en/insight.json';
import open from './en/open.json';
import thread from './en/thread.json';

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
