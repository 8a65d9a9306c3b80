import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listenForBack, useBack } from './back.ts';

beforeAll(listenForBack);
// Where other tests left off.
beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(cleanup);

function Layer({ onClose }: { onClose: () => void }) {
  useBack(onClose);
  return <p>over it</p>;
}

function Page() {
  const [layers, setLayers] = useState(0);
  return (
    <>
      <p>conversation</p>
      <button type="button" onClick={() => setLayers(2)}>
        open
      </button>
      {layers > 0 && <Layer onClose={() => setLayers(0)} />}
      {layers > 1 && <Layer onClose={() => setLayers(1)} />}
    </>
  );
}

test('going back closes one layer after the other, and then leaves the page', async () => {
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<Link to="/one">list</Link>} />
        <Route path="/one" element={<Page />} />
      </Routes>
    </BrowserRouter>,
  );
  screen.getByText('list').click();
  await screen.findByText('conversation');
  screen.getByText('open').click();
  await waitFor(() => expect(screen.getAllByText('over it')).toHaveLength(2));
  for (const left of [1, 0]) {
    window.history.back();
    await waitFor(() => expect(screen.queryAllByText('over it')).toHaveLength(left));
    expect(window.location.pathname).toBe('/one');
    expect(screen.queryByText('conversation')).not.toBeNull();
  }
  window.history.back();
  await screen.findByText('list');
});

test('a layer that is closed otherwise is not in the way', () => {
  const onClose = vi.fn();
  const { unmount } = render(
    <BrowserRouter>
      <Layer onClose={onClose} />
    </BrowserRouter>,
  );
  unmount();
  window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: -1 } }));
  expect(onClose).not.toHaveBeenCalled();
});

function Two({ onFirst, onSecond }: { onFirst: () => void; onSecond: () => void }) {
  const [first, setFirst] = useState(true);
  useBack(onFirst, first);
  useBack(onSecond);
  return (
    <>
      <button type="button" onClick={() => setFirst(false)}>
        {first ? 'close the first' : 'only the second'}
      </button>
      <Link to="/two">on</Link>
    </>
  );
}

test('one that was opened first may be closed first; going on is not held up', async () => {
  const [onFirst, onSecond] = [vi.fn(), vi.fn()];
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/one" element={<Two onFirst={onFirst} onSecond={onSecond} />} />
        <Route path="/two" element="further on" />
        <Route path="*" element={<Link to="/one">begin</Link>} />
      </Routes>
    </BrowserRouter>,
  );
  screen.getByText('begin').click();
  (await screen.findByText('on')).click();
  await screen.findByText('further on');
  window.history.back();
  await screen.findByText('close the first');
  window.history.forward();
  await screen.findByText('further on');
  expect(onSecond).not.toHaveBeenCalled();
  window.history.back();
  (await screen.findByText('close the first')).click();
  await screen.findByText('only the second');
  window.history.back();
  await waitFor(() => expect(onSecond).toHaveBeenCalledOnce());
  expect(onFirst).not.toHaveBeenCalled();
});
