import administration from './en/administration.json';
import app from './en/app.json';
import inbox from './en/inbox.json';

export const texts: Record<string, string> = { ...app, ...inbox, ...administration };
