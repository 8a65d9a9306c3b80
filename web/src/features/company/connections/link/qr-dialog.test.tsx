import type { ConnectionView } from '@balcao/contract/connections';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { connectionKeys } from '../../../../data/connections/keys.ts';
import { connection, detail } from '../../../../data/connections/test-connections.ts';
import { nextTask } from '../../../../platform/next-task.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { QrDialog } from './qr-dialog.tsx';

/** The dialog over a connection; `say` is news of it. */
function open(now: Partial<ConnectionView>) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const say = (change: Partial<ConnectionView>) => cache.setQueryData(connectionKeys.one(1), detail(connection(change)));
  say(now);
  const onClose = vi.fn();
  renderUi(
    <QueryClientProvider client={cache}>
      <QrDialog whatsappId={1} onClose={onClose} onSwitch={vi.fn()} />
    </QueryClientProvider>,
  );
  const told = (change: Partial<ConnectionView>) =>
    act(async () => {
      say(change);
      // The cache tells those who watch it in a timer of its own, set before this one.
      await nextTask();
    });
  return { onClose, say: told };
}
const withCode = { status: 'qrcode', qrcode: 'code-1' } as const;
const expired = { status: 'DISCONNECTED', statusReason: 'qr_expired', qrcode: '' } as const;

test('it closes when its code has expired without another', async () => {
  const { onClose, say } = open(withCode);
  expect(screen.getByRole('img', { name: /QR Code para conectar Loja Centro/ })).toBeShown();
  await say({ ...withCode, qrcode: 'code-2' });
  expect(onClose).not.toHaveBeenCalled();
  await say(expired);
  expect(onClose).toHaveBeenCalledOnce();
});

test('opened where a code expired long ago, it stays, so that one can ask for another', async () => {
  const { onClose } = open(expired);
  expect(onClose).not.toHaveBeenCalled();
});

test('a failure stays in sight, but not one that a person decided', async () => {
  const { onClose, say } = open(withCode);
  await say({ status: 'DISCONNECTED', statusReason: 'banned' });
  expect(onClose).not.toHaveBeenCalled();
  await say({ status: 'DISCONNECTED', statusReason: 'disconnected_by_user' });
  expect(onClose).toHaveBeenCalledOnce();
});
