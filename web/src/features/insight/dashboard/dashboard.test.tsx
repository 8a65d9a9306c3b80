import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Attendants } from './attendants.tsx';
import { Board } from './board.tsx';
import { Spark } from './charts.tsx';
import { Times } from './times.tsx';

const person = { id: 1, name: 'Ana Beatriz', queues: [], happening: 0, tickets: 0, avgSupportTime: null, online: true, lastSeenAt: null };

test('a board without numbers says that there is none', () => {
  const view = { pending: 0, happening: 0, waiting: [], agents: [], connections: [] };
  render(<Board view={view} stateOf={() => null} />, { wrapper: MemoryRouter });
  expect(screen.queryByText('Nenhum número')).not.toBeNull();
});

test('a rating is read aloud as it is shown', () => {
  const attendants = [
    { ...person, rating: 1.989795918367347, ratings: 98 },
    { ...person, id: 2, name: 'Bia Fontes', rating: 0, ratings: 0 },
  ];
  render(
    <MantineProvider>
      <Attendants attendants={attendants} onBehind={() => undefined} />
    </MantineProvider>,
  );
  const spoken = (name: string) => screen.getByRole('meter', { name: `Avaliação de ${name}` }).getAttribute('aria-valuetext');
  expect([spoken('Ana Beatriz'), spoken('Bia Fontes')]).toEqual(['2,0', '–']);
});

test('a course is drawn through what is known', () => {
  const pathOf = (values: (number | null)[]) =>
    render(<Spark values={values} />)
      .container.querySelector('path')
      ?.getAttribute('d');
  expect(pathOf([null, 10, null, 20, null])).toBe('M16.0 22.0L48.0 2.0');
  expect(pathOf([null, null, 5])).toBeUndefined();
  const point = render(<Spark values={[null, 10, null, 20, null]} />).container.querySelector('circle');
  expect([point?.getAttribute('cx'), point?.getAttribute('cy')]).toEqual(['48', '2']);
});

test('times of a period without attendances say so', () => {
  render(
    <MantineProvider>
      <Times rows={[]} by="company" onBy={() => undefined} onBehind={() => undefined} />
    </MantineProvider>,
  );
  expect(screen.queryByText('Nenhum atendimento neste período')).not.toBeNull();
});
