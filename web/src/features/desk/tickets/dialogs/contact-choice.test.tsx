import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../../../../ui/test-render.tsx';
import { ContactChoice } from './contact-choice.tsx';

const open = (start: { name: string; phone: string } | null) =>
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <ContactChoice start={start} onChosen={vi.fn()} />
    </QueryClientProvider>,
  );
const press = (name: string) => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};

test('whoever adds a contact types at once, and goes back to the search', () => {
  open(null);
  press('Criar contato');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Nome' }));
  press('Voltar à busca');
  expect(document.activeElement).toBe(screen.getByLabelText('Contato'));
});

test('where the name is known, the number is what is lacking', () => {
  open({ name: 'Rita Moura', phone: '' });
  press('Criar contato');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Número' }));
});
