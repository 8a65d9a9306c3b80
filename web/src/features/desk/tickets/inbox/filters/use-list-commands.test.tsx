import { expect, test, vi } from 'vitest';
import { runCommand } from '../../../../../platform/commands.ts';
import { renderUi } from '../../../../../ui/test-render.tsx';
import { viewOf } from '../inbox-view.ts';
import { useListCommands } from './use-list-commands.ts';

function List({ address, onChange }: { address: string; onChange: () => void }) {
  useListCommands(viewOf(new URLSearchParams(address), true), true, onChange);
  return null;
}

test.each([
  ['', 'inbox.waiting', { tab: 'open', waiting: true }],
  ['waiting=1', 'inbox.attending', { tab: 'open', waiting: false }],
  ['tab=search&q=sofa', 'inbox.closed', { tab: 'closed', waiting: false }],
  ['only=unread', 'inbox.unread', { unread: false }],
  ['all=0', 'inbox.showAll', { showAll: true }],
  ['', 'inbox.attending', null],
  ['tab=closed', 'inbox.unread', null],
  ['waiting=1', 'inbox.showAll', null],
] as const)('in the list %s, %s shows %o', (address, command, change) => {
  const onChange = vi.fn();
  renderUi(<List address={address} onChange={onChange} />);
  runCommand(command);
  expect(onChange.mock.calls).toEqual(change ? [[expect.objectContaining(change)]] : []);
});
