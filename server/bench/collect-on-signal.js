// Loaded into the measured server: collects all garbage when it is told to, so that what it still holds can be read from /metrics.
process.on('SIGUSR2', () => {
  // What the first one finalizes, the second one frees.
  globalThis.gc();
  globalThis.gc();
});
