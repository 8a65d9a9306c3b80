import accounts from './pt/accounts.json';
import administration from './pt/administration.json';
import app from './pt/app.json';
import business from './pt/business.json';
import inbox from './pt/inbox.json';
import thread from './pt/thread.json';

export const texts: Record<string, string> = { ...app, ...inbox, ...administration, ...business, ...accounts, ...thread };
