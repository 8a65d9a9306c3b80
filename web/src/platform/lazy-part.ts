import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { untilLineStands } from './socket.ts';

/**
 * As `lazy`, for parts of a page. Without a connection it waits until there is one again, where `lazy` would leave nothing of the page. Fails
 * while the line stands: then there is a new version.
 */
// biome-ignore lint/suspicious/noExplicitAny: the props of any component, as in the types of `lazy`.
export function lazyPart<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>): LazyExoticComponent<Part> {
  return lazy(async () => {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (await untilLineStands()) throw error;
      }
    }
  });
}
