import administration from './es/administration.json';
import app from './es/app.json';
import inbox from './es/inbox.json';

export const texts: Record<string, string> = { ...app, ...inbox, ...administration };
