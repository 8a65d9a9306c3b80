import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ConnectionsTable } from '../features/company/connections/connections-table.tsx';
import { QueuesTable } from '../features/company/queues/list/queues-table.tsx';
import { UsersTable } from '../features/company/users/users-table.tsx';
import { ContactsTable } from '../features/desk/contacts/contacts-table.tsx';
import { FileListsTable } from '../features/desk/files/file-lists-table.tsx';
import { QuickMessagesTable } from '../features/desk/quick-messages/quick-messages-table.tsx';
import { TagsTable } from '../features/desk/tags/tags-table.tsx';
import { AnnouncementsTable } from '../features/team/announcements/announcements-table.tsx';
import { HelpsTable } from '../features/team/helps/helps-table.tsx';
import { renderUi } from '../ui/test-render.tsx';

const nothing = () => undefined;
const none = { rows: [], count: 0, hasMore: false, outdated: false, loading: false, loadingMore: false, moreError: null, error: null };
const list = { ...none, loadMore: nothing, retryMore: nothing, retry: nothing };
const on = {
  onEndSecondFactor: () => undefined,
  onEdit: nothing,
  onDelete: nothing,
  onAdd: nothing,
};
const manage = { ...on, session: nothing, health: nothing, onHealth: nothing, onTemplates: nothing, onMakeDefault: nothing };

const tables: readonly [name: string, table: ReactNode][] = [
  ['connections', <ConnectionsTable key="0" list={list} searching={false} manage={manage} />],
  ['queues', <QueuesTable key="1" list={list} searching={false} {...on} />],
  ['users', <UsersTable key="2" list={list} searching={false} ownId={1} {...on} />],
  ['contacts', <ContactsTable key="3" list={list} filtered={false} onTalk={nothing} onClearFilter={nothing} {...on} />],
  ['files', <FileListsTable key="4" list={list} searching={false} {...on} />],
  ['quick messages', <QuickMessagesTable key="5" list={list} searching={false} mayChange={() => true} {...on} />],
  ['tags', <TagsTable key="6" list={list} searching={false} {...on} />],
  ['announcements', <AnnouncementsTable key="7" list={list} searching={false} {...on} />],
  ['helps', <HelpsTable key="8" list={list} {...on} />],
];

test.each(tables)('an empty list of %s leaves the prominent button to the header of its page', (_, table) => {
  renderUi(table);
  expect(screen.getByRole('button').getAttribute('data-variant')).toBe('default');
  cleanup();
});
