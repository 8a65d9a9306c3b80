var theme;
try {
  theme = localStorage.preferredTheme;
  // Texts larger, things closer: `platform/appearance.ts`.
  for (const key of ['textSize', 'density']) if (localStorage[key]) document.documentElement.dataset[key] = localStorage[key];
} catch {}
if (!/^(light|dark)$/.test(theme)) theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
document.documentElement.dataset.mantineColorScheme = theme;
onbeforeinstallprompt = (offer) => offer.preventDefault((installOffer = offer));
