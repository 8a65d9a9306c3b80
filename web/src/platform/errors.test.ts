import { expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { notifyError } from './errors.ts';

test('an error that no code explains is in the console, whole; a refusal is not', () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  notifyError(new ApiError(400, { error: 'ERR_VALIDATION' }));
  expect(told).not.toHaveBeenCalled();
  const fault = new TypeError('x is undefined');
  notifyError(fault);
  expect(told.mock.calls).toEqual([['An error occurred!', fault]]);
  told.mockRestore();
});
