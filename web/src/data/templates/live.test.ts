import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { templateKeys } from './keys.ts';
import { hearTemplates } from './live.ts';

test('news about one number has its templates asked for again, and no others', () => {
  const cache = new QueryClient();
  const keys = [templateKeys.page(1, '', true), templateKeys.sync(1), templateKeys.page(2, '', true)];
  for (const key of keys) cache.setQueryData(key, {});
  hearTemplates(cache, { action: 'reload', whatsappId: 1 });
  expect(keys.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([true, true, false]);
});
