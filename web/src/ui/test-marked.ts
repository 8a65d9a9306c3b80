/** Does `then` as soon as the field is marked as wrong, before React draws anything else. */
export function onceMarked(field: HTMLElement, then: () => void): void {
  const observer = new MutationObserver(() => {
    observer.disconnect();
    then();
  });
  observer.observe(field, { attributeFilter: ['aria-invalid', 'data-invalid'] });
}
