import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react';
import { t } from './i18n.ts';
import { isLineDown, untilLineIsNotDown, untilLineStands } from './socket.ts';
import { showToast } from './toast.ts';

type Ahead = {
  /** Loads it ahead, if it can come: somebody reaches for it, or it is for when there is no connection. Ends when it is there, or cannot be had. */
  ahead: () => Promise<void>;
};

/**
 * As `lazy`, for parts of a page. Without a connection it waits until there is one again, where `lazy` would leave nothing of the page. If it
 * fails while the line stands, a newer version was installed: then each use says so, and what was begun beside it stays.
 */
// biome-ignore lint/suspicious/noExplicitAny: the props of any component, as in the types of `lazy`.
export function lazyPart<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>): LazyExoticComponent<Part> & Ahead {
  let here: { default: Part } | null = null;
  const once = async () => {
    for (;;) {
      // A module that could not be loaded is not asked for again by the browser as long as the page lives, so it is asked for when it can come.
      await untilLineIsNotDown();
      try {
        return await load();
      } catch {
        if (await untilLineStands()) return { default: Gone as unknown as Part };
      }
    }
  };
  const part = lazy(() => (here ? atOnce(here) : once()));
  const ahead = async () => {
    if (here || isLineDown()) return;
    here = await load().catch(() => null);
  };
  return Object.assign(part, { ahead });
}

/** As `lazy`, for a page: where `load` was called before and has ended, it is there in the same render. */
// biome-ignore lint/suspicious/noExplicitAny: the props of any component, as in the types of `lazy`.
export function lazyPage<Page extends ComponentType<any>>(
  load: () => Promise<Page>,
): { Page: LazyExoticComponent<Page>; load: () => Promise<unknown> } {
  let here: { default: Page } | null = null;
  const once = async () => {
    here ??= { default: await load() };
    return here;
  };
  return { Page: lazy(() => (here ? atOnce(here) : once())), load: once };
}

/** For `lazy`, which then shows the part in the same render. For a promise it would show nothing in its place for 300 ms. */
function atOnce<T>(value: T): Promise<T> {
  // biome-ignore lint/suspicious/noThenProperty: `lazy` asks for nothing else of it.
  return { then: (done: (value: T) => void) => done(value) } as Promise<T>;
}

function Gone(): null {
  useEffect(() => {
    showToast({
      kind: 'error',
      title: t('Esta página precisa ser recarregada'),
      text: t('Pode haver uma versão nova, ou algo falhou aqui. Seus atendimentos estão guardados.'),
      actions: [{ label: t('Recarregar'), onClick: () => window.location.reload() }],
      lifeMs: 3_600_000,
    });
  }, []);
  return null;
}
