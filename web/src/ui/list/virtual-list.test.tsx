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
