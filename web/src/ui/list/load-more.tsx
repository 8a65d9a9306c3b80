import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { errorText } from '../../platform/errors.ts';
import { t } from '../../platform/i18n.ts';
import type { InfiniteRows } from '../../platform/infinite-rows.ts';
import { ErrorState } from '../page/error-state.tsx';

/**
 * Loads the next rows of the list that stands right before it. Whoever pressed it stays at it; once there are no more it goes, and they are at the first
 * that came.
 */
export function LoadMore({
  list,
  variant = 'default',
}: {
  list: Pick<InfiniteRows<unknown>, 'rows' | 'hasMore' | 'loadingMore' | 'loadMore' | 'moreError' | 'retryMore'>;
  variant?: 'default' | 'subtle';
}) {
  const shown = list.rows?.length ?? 0;
  const button = useRef<HTMLButtonElement>(null);
  const pressed = useRef<{ rows: Element | null; shown: number } | null>(null);
  useEffect(() => {
    if (!pressed.current || list.loadingMore || shown <= pressed.current.shown) return;
    const row = pressed.current.rows?.children[pressed.current.shown];
    pressed.current = null;
    // While it waits, a button has no focus, and is not given it back.
    if (document.activeElement !== document.body) return;
    if (list.hasMore) return button.current?.focus();
    if (!(row instanceof HTMLElement)) return;
    const inRow = row.querySelector<HTMLElement>('a, button');
    if (!inRow) row.tabIndex = -1;
    (inRow ?? row).focus();
  }, [shown, list.loadingMore, list.hasMore]);
  if (list.moreError != null)
    return <ErrorState title={t('Não foi possível carregar o resto da lista')} text={errorText(list.moreError)} onRetry={list.retryMore} />;
  if (!list.hasMore) return null;
  return (
    <Button
      ref={button}
      variant={variant}
      loading={list.loadingMore}
      onClick={() => {
        pressed.current = { rows: button.current?.previousElementSibling ?? null, shown };
        list.loadMore();
      }}
    >
      {t('Carregar mais')}
    </Button>
  );
}
