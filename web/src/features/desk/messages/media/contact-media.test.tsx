import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '../../../../platform/test-server.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { ContactMedia } from './contact-media.tsx';

afterEach(() => vi.unstubAllGlobals());

test('for another contact the choice begins anew', async () => {
  const empty = { messages: [], counts: { media: 0, files: 0, links: 0 }, hasMore: false };
  const { asked } = serve({ 'GET /v1/contacts/1/media': empty, 'GET /v1/contacts/2/media': empty });
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <Opened />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('radio', { name: 'Links 0' }));
  await vi.waitFor(() => expect(asked.at(-1)?.query.get('kind')).toBe('links'));

  fireEvent.click(screen.getByRole('button', { name: 'Outro contato' }));
  await vi.waitFor(() => expect(asked.at(-1)?.route).toBe('GET /v1/contacts/2/media'));
  expect(asked.at(-1)?.query.get('kind')).toBe('media');
  expect(await screen.findByRole('radio', { name: 'Fotos 0', checked: true })).toBeTruthy();
});

function Opened() {
  const [contactId, setContactId] = useState(1);
  return (
    <>
      <button type="button" onClick={() => setContactId(2)}>
        Outro contato
      </button>
      <ContactMedia contactId={contactId} />
    </>
  );
}
