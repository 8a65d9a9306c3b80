import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useToast } from '../../../platform/toast.ts';
import { renderUi } from '../../../ui/test-render.tsx';
import { MapColumns } from './map-columns.tsx';

afterEach(() => vi.unstubAllGlobals());

/** An upload that is answered when the test says so. */
class SlowUpload {
  static last: SlowUpload | null = null;
  upload = {};
  status = 0;
  responseText = '';
  onload = () => {};
  onloadend = () => {};
  open() {}
  setRequestHeader() {}
  send() {
    SlowUpload.last = this;
  }
  answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload();
    this.onloadend();
  }
}

test('a spreadsheet that is refused after its dialog was closed is spoken of', async () => {
  vi.stubGlobal('XMLHttpRequest', SlowUpload);
  const toast = renderHook(() => useToast());
  const onStarted = vi.fn();
  const preview = {
    columns: ['Nome', 'Número'],
    rows: [['Helena', '48905550142']],
    total: 1,
    mapping: { name: 0, number: 1, email: null, fields: [] },
  };
  const { unmount } = renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <MapColumns sheet={new File(['x'], 'clientes.xlsx')} preview={preview} onOther={vi.fn()} onStarted={onStarted} onClose={vi.fn()} />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /Importar 1/ }));
  await waitFor(() => expect(SlowUpload.last).not.toBeNull());
  unmount();
  SlowUpload.last?.answer(413, { error: 'ERR_PAYLOAD_TOO_LARGE' });
  await waitFor(() => expect(toast.result.current).toMatchObject({ kind: 'error', title: expect.stringContaining('clientes.xlsx') }));
  expect(onStarted).not.toHaveBeenCalled();
});
