// Runs before the first paint, so that a dark screen never flashes white.
(function () {
  var theme = null;
  try {
    theme = localStorage.getItem('preferredTheme');
  } catch (_) {}
  if (theme !== 'light' && theme !== 'dark') theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', theme);
})();
