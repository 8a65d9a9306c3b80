import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderUi } from '../test-render.tsx';
import { VirtualList } from './virtual-list.tsx';

afterEach(() => vi.restoreAllMocks());

test('more is asked for a screenful before the end, and not earlier', () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(3080);
  const onNearEnd = vi.fn();
  const items = Array.from({ length: 40 }, (_, at) => at);
  renderUi(<VirtualList label="Conversas" items={items} keyOf={(item) => item} estimate={77} draw={String} onNearEnd={onNearEnd} />);
  const scroller = screen.getByRole('list', { name: 'Conversas' }).parentElement as HTMLElement;
  fireEvent.scroll(scroller, { target: { scrollTop: 1600 } });
  expect(onNearEnd).not.toHaveBeenCalled();
  fireEvent.scroll(scroller, { target: { scrollTop: 1700 } });
  expect(onNearEnd).toHaveBeenCalledOnce();
});

test('a list begins where it was left, and at its beginning where it was left there', () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(77);
  const items = Array.from({ length: 400 }, (_, at) => at);
  const list = (place: string) => <VirtualList label="Conversas" place={place} items={items} keyOf={String} estimate={77} draw={String} />;
  /** Shows the list, and leaves it at `offset`. Answers which item was drawn first. */
  const leaveAt = (offset: number, place = 'open') => {
    const { unmount } = renderUi(list(place));
    const first = Number(screen.getAllByRole('listitem')[0]?.textContent);
    const scroller = screen.getByRole('list', { name: 'Conversas' }).parentElement as HTMLElement;
    scroller.scrollTop = offset;
    unmount();
    return first;
  };
  expect(leaveAt(7700)).toBe(0);
  expect(leaveAt(7700, 'closed')).toBe(0);
  expect(leaveAt(0)).toBeGreaterThan(80);
  expect(leaveAt(0)).toBe(0);
});
