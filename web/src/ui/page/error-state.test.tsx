import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { ErrorState } from './error-state.tsx';

function Page() {
  const [failed, setFailed] = useState(true);
  return (
    <main>
      <h1 tabIndex={-1} data-page-title>
        Contatos
      </h1>
      <aside>
        <input aria-label="Buscar" />
        <button type="button">Fechar</button>
        <div>{failed ? <ErrorState title="Não deu" text="Sem linha" onRetry={() => setFailed(false)} /> : <p>Está aqui</p>}</div>
      </aside>
    </main>
  );
}

test('who tries again keeps the focus near, in no field', async () => {
  renderUi(<Page />);
  const retry = screen.getByRole('button', { name: 'Tentar de novo' });
  retry.focus();
  act(() => retry.click());
  await screen.findByText('Está aqui');
  await expect.poll(() => document.activeElement?.textContent).toBe('Fechar');
});

test('who is elsewhere by then stays there', async () => {
  renderUi(<Page />);
  const field = screen.getByRole('textbox');
  const retry = screen.getByRole('button', { name: 'Tentar de novo' });
  retry.focus();
  act(() => retry.click());
  field.focus();
  await new Promise((done) => setTimeout(done));
  expect(document.activeElement).toBe(field);
});
