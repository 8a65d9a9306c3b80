var theme;
try {
  theme = localStorage.preferredTheme;
} catch {}
if (!/^(light|dark)$/.test(theme)) theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
document.documentElement.dataset.mantineColorScheme = theme;
onbeforeinstallprompt = (offer) => offer.preventDefault((installOffer = offer));
