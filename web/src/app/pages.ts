// The pages, each a chunk of its own that loads when it is opened.
import { type ComponentType, lazy } from 'react';

export type PageEntry = { Page: ComponentType; load: () => Promise<unknown> };

const files = import.meta.glob<Record<string, ComponentType>>('./pages/*-page.tsx');

function page(file: string, name: string): PageEntry | null {
  const load = files[`./pages/${file}.tsx`];
  if (!load) return null;
  return { Page: lazy(async () => ({ default: (await load())[name] as ComponentType })), load };
}

export const pages = {
  login: page('login-page', 'LoginPage'),
  signup: page('signup-page', 'SignupPage'),
  tickets: page('inbox-page', 'InboxPage'),
  quickMessages: page('quick-messages-page', 'QuickMessagesPage'),
  contacts: page('contacts-page', 'ContactsPage'),
  tags: page('tags-page', 'TagsPage'),
  connections: page('connections-page', 'ConnectionsPage'),
  files: page('files-page', 'FilesPage'),
  queues: page('queues-page', 'QueuesPage'),
  users: page('users-page', 'UsersPage'),
  settings: page('settings-page', 'SettingsPage'),
  simulator: page('simulator-page', 'SimulatorPage'),
};
