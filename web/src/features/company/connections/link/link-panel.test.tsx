import type { ConnectionView } from '@balcao/contract/connections';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { connection, detail } from '../../../../data/connections/test-connections.ts';
import { ApiError } from '../../../../platform/api.ts';
import { loadSentences } from '../../../../platform/sentences.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { LinkPanel } from './link-panel.tsx';
import { linkStage } from './linking.ts';
import type { Linking } from './use-linking.ts';

function given(change: Partial<ConnectionView>, over: Partial<Linking> = {}): Linking {
  const told = detail(connection(change));
  return {
    connection: told,
    gone: false,
    stage: linkStage(told, { shown: true, busy: false }),
    busy: false,
    asked: 'qr',
    error: null,
    link: vi.fn(),
    retry: vi.fn(),
    ...over,
  };
}

const soon = () => ({ codeExpiresAt: new Date(Date.now() + 45_000).toISOString(), updatedAt: new Date(Date.now() - 15_000).toISOString() });

test('the QR code is in sight with the time it holds', () => {
  renderUi(<LinkPanel linking={given({ status: 'qrcode', qrcode: 'code-1', ...soon() })} />);
  expect(screen.getByRole('img', { name: /QR Code para conectar Loja Centro/ })).toBeShown();
  expect(screen.getByRole('timer').textContent).toMatch(/Novo código em 0:4\d/);
});

test('a pairing code is asked for with the whole number of the phone', () => {
  const linking = given({ status: 'qrcode', qrcode: 'code-1' });
  renderUi(<LinkPanel linking={linking} />);
  fireEvent.click(screen.getByRole('radio', { name: 'Código de 8 letras' }));
  const field = screen.getByLabelText('Número do celular');
  fireEvent.change(field, { target: { value: '90555-0142' } });
  fireEvent.click(screen.getByRole('button', { name: 'Pedir código' }));
  expect(screen.getByText(/Digite o número com DDD/)).toBeShown();
  expect(linking.link).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: '(48) 90555-0142' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(linking.link).toHaveBeenCalledWith('5548905550142');
});

test('the number known before is offered, and what the server refuses stands at the field', async () => {
  await loadSentences();
  const error = new ApiError(400, { error: 'ERR_INVALID_NUMBER' });
  renderUi(<LinkPanel linking={given({ status: 'DISCONNECTED', statusReason: 'qr_expired', number: '5548905550142' }, { error })} />);
  fireEvent.click(screen.getByRole('radio', { name: 'Código de 8 letras' }));
  expect(screen.getByLabelText<HTMLInputElement>('Número do celular').value).toBe('+55 48 90555-0142');
  expect(screen.getByText(/Este número não é válido/)).toBeShown();
});

test('the pairing code is read in two halves; going back to the QR code asks for one', () => {
  const linking = given({ status: 'qrcode', pairingCode: 'ABCD1234', ...soon() });
  renderUi(<LinkPanel linking={linking} />);
  expect(screen.getByText('ABCD-1234')).toBeShown();
  expect(screen.getByRole('button', { name: 'Copiar código' })).toBeShown();
  fireEvent.click(screen.getByRole('radio', { name: 'QR Code' }));
  expect(linking.link).toHaveBeenCalledWith();
});

test('an expired code is said as such, with the way to another', () => {
  const linking = given({ status: 'DISCONNECTED', statusReason: 'qr_expired' });
  renderUi(<LinkPanel linking={linking} />);
  expect(screen.getByRole('alert').textContent).toMatch(/O QR Code venceu/);
  fireEvent.click(screen.getByRole('button', { name: 'Novo QR Code' }));
  expect(linking.link).toHaveBeenCalledWith();
});

test('once the phone has confirmed nothing is asked any more', () => {
  renderUi(<LinkPanel linking={given({ status: 'PAIRING' })} />);
  expect(screen.getByText('Conectando…')).toBeShown();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('an account that cannot be linked is offered the Cloud API', () => {
  const onSwitch = vi.fn();
  renderUi(<LinkPanel linking={given({ status: 'DISCONNECTED', statusReason: 'passkey_required' })} onSwitch={onSwitch} />);
  expect(screen.getByRole('alert').textContent).toMatch(/passkey/);
  fireEvent.click(screen.getByRole('button', { name: 'Usar a Cloud API' }));
  expect(onSwitch).toHaveBeenCalled();
});

test('a session that was taken over can be had back, or begun anew', () => {
  const linking = given({ status: 'DISCONNECTED', statusReason: 'replaced' });
  renderUi(<LinkPanel linking={linking} />);
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(linking.retry).toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Novo QR Code' })).toBeShown();
});
