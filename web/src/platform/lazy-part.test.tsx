import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPage, lazyPart } from './lazy-part.ts';
import { clearSession, keepSession } from './session.ts';
import { openLine } from './socket.ts';
import { testSession, testToken } from './test-session.ts';
import { wire } from './test-wire.ts';

vi.mock('socket.io-client', () => import('./test-wire.ts'));

let close: () => void;
let asked: number;
beforeEach(() => {
  asked = 0;
  keepSession(testSession({ token: testToken({ exp: 4_000_000_000 }) }));
  close = openLine(3);
});
afterEach(() => {
  close();
  clearSession();
});

const hear = (name: string) => act(async () => wire.hear(name, 'transport close'));
const givenPart = () =>
  lazyPart(async () => {
    asked += 1;
    return { default: () => <p>Adiar conversa</p> };
  });
const use = (Part: ReturnType<typeof givenPart>) =>
  act(async () => {
    render(
      <Suspense>
        <Part />
      </Suspense>,
    );
  });

test('a part that is first needed without a connection is not asked for before there is one', async () => {
  const Part = givenPart();
  await hear('ready');
  await hear('disconnect');
  void Part.ahead();
  await use(Part);
  expect([asked, screen.queryByText('Adiar conversa')]).toEqual([0, null]);
  await hear('ready');
  await screen.findByText('Adiar conversa');
  expect(asked).toBe(1);
});

test('a part that was loaded ahead can be used without a connection', async () => {
  const Part = givenPart();
  await hear('ready');
  await act(async () => Part.ahead());
  await hear('disconnect');
  await use(Part);
  expect(screen.queryByText('Adiar conversa')).not.toBeNull();
});

test('a part that was loaded ahead is there in the first render', async () => {
  const Part = givenPart();
  await hear('ready');
  await act(async () => Part.ahead());
  // As it is drawn at once: nothing is waited for.
  render(
    <Suspense fallback="Carregando">
      <Part />
    </Suspense>,
  );
  expect(document.body.textContent).toBe('Adiar conversa');
});

test('a page that somebody reached for is there in the first render, and is asked for once', async () => {
  const page = lazyPage(async () => {
    asked += 1;
    return () => <h1>Contatos</h1>;
  });
  for (let i = 0; i < 2; i++) await page.load();
  render(
    <Suspense fallback="Carregando">
      <page.Page />
    </Suspense>,
  );
  expect(document.body.textContent).toBe('Contatos');
  expect(asked).toBe(1);
});
