import { useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const title = createStore('');
const unread = createStore(0);

/** Sets the browser tab's title while the page is shown. */
export function usePageTitle(text: string): void {
  useEffect(() => {
    title.set(text);
  }, [text]);
}

/** Shows the number of unread conversations in the tab's title and icon. */
export function useUnreadBadge(count: number): void {
  useEffect(() => {
    unread.set(count);
    return () => unread.set(0);
  }, [count]);
}

/** Keeps the document's title and icon up to date; used once, at the top. */
export function useDocumentTitle(): void {
  const text = useStore(title);
  const count = useStore(unread);
  const some = count > 0;
  useEffect(() => {
    document.title = `${count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''}${text ? `${text} · ` : ''}Balcão`;
  }, [text, count]);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = some ? '/favicon-unread.svg' : '/favicon.svg';
  }, [some]);
}
