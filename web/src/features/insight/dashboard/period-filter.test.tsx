import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderUi } from '../../../ui/test-render.tsx';
import { PeriodFilter } from './period-filter.tsx';

test.each([
  ['', '', 'Parametrize o filtro'],
  ['2026-11-20', '2026-11-10', 'O fim vem antes do início.'],
  ['2020-01-01', '2026-11-10', 'No máximo 366 dias.'],
  ['2020-01-01', '', 'No máximo 366 dias.'],
])('from %j to %j is told at the field, and not asked for', async (from, until, fault) => {
  const onChoose = vi.fn();
  renderUi(<PeriodFilter choice={{ days: 7 }} from="2026-11-14" until="2026-11-20" today="2026-11-20" onChoose={onChoose} />);
  fireEvent.click(screen.getByRole('button', { name: 'Datas' }));
  const [begin, end] = [await screen.findByLabelText('De'), screen.getByLabelText('Até')];
  fireEvent.change(begin, { target: { value: from } });
  fireEvent.change(end, { target: { value: until } });
  fireEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  await screen.findByText(fault);
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.change(end, { target: { value: '' } });
  fireEvent.change(begin, { target: { value: '2025-11-20' } });
  fireEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  expect(onChoose).toHaveBeenCalledWith({ date_from: '2025-11-20' });
});

function Both() {
  const [period, setPeriod] = useState({ from: '2026-11-14', until: '2026-11-20' });
  return (
    <>
      <PeriodFilter choice={{ days: 7 }} {...period} today="2026-11-20" onChoose={vi.fn()} />
      <button type="button" onClick={() => setPeriod({ from: '2026-10-22', until: '2026-11-20' })}>
        outra
      </button>
    </>
  );
}

test('the dates are those of the period that is shown, whatever was typed before', async () => {
  renderUi(<Both />);
  const open = () => fireEvent.click(screen.getByRole('button', { name: 'Datas' }));
  open();
  fireEvent.change(await screen.findByLabelText('De'), { target: { value: '2026-01-01' } });
  open();
  fireEvent.click(screen.getByText('outra'));
  open();
  expect(await screen.findByLabelText('De')).toHaveProperty('value', '2026-10-22');
});
