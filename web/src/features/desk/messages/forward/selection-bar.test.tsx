import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeMessage } from '../../../../data/messages/test-messages.ts';
import { renderUi } from '../../../../ui/test-render.tsx';
import { SelectionBar } from './selection-bar.tsx';

const many = (count: number) => Array.from({ length: count }, (_, at) => makeMessage(at + 1));
const nothing = () => undefined;

test.each([
  ['thirty', many(30), true],
  ['more than thirty', many(31), false],
  ['one that was deleted', [makeMessage(1, { isDeleted: true })], false],
  ['one that failed', [makeMessage(1), makeMessage(2, { state: 'failed' })], false],
])('of what is chosen, %s: forwarded or not', (_, messages, offered) => {
  renderUi(
    <QueryClientProvider client={new QueryClient()}>
      <SelectionBar messages={messages} mayRemove={() => true} onForward={nothing} onChoose={nothing} onClose={nothing} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Encaminhar' }).disabled).toBe(!offered);
});
