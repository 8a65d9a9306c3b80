/** Resolves in the next task of the browser: after what is drawn or answered in this one. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve));
}
