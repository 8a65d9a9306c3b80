import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { PlainSwitch } from './plain-switch.tsx';

function Signed() {
  const [sign, setSign] = useState(false);
  return <PlainSwitch label="Assinar" checked={sign} onChange={setSign} />;
}

test('its word and its track turn it on and off', () => {
  render(<Signed />);
  fireEvent.click(screen.getByText('Assinar'));
  fireEvent.click(screen.getByRole('switch', { name: 'Assinar', checked: true }));
  expect(screen.getByRole('switch', { name: 'Assinar', checked: false })).toBeShown();
});
