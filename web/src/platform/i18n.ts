// Texts. The key of a text is the Portuguese text itself, so Portuguese needs only its singulars; the others load when chosen.
// `t` is read at call time: never call it at module level. A change of language draws the app anew.
import i18next from 'i18next';
import { texts as pt } from './locales/pt.ts';
import { readStored, writeStored } from './storage.ts';
import { createStore, useStore } from './store.ts';

export const languages = ['pt', 'en', 'es'] as const;
export type Language = (typeof languages)[number];
/** Each language in its own words. */
export const languageNames: Record<Language, string> = { pt: 'Português', en: 'English', es: 'Español' };
const locales: Record<Language, string> = { pt: 'pt-BR', en: 'en-GB', es: 'es-ES' };
const load: Record<Exclude<Language, 'pt'>, () => Promise<{ texts: Record<string, string> }>> = {
  en: () => import('./locales/en.ts'),
  es: () => import('./locales/es.ts'),
};

const language = createStore<Language>('pt');

void i18next.init({
  lng: 'pt',
  fallbackLng: 'pt',
  resources: { pt: { translation: pt } },
  keySeparator: false,
  nsSeparator: false,
  returnEmptyString: false,
  initAsync: false,
  interpolation: { escapeValue: false },
});

/** The text in the chosen language. With `count`, the key is the Portuguese plural: `t('{{count}} contatos', { count })`. */
export function t(text: string, values?: Record<string, string | number>): string {
  return values ? i18next.t(text, values) : i18next.t(text);
}

/** Chooses the language for this browser. Falls back to Portuguese when its texts cannot be loaded. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  const loaded = chosen === 'pt' ? null : await load[chosen]().catch(() => null);
  if (loaded) i18next.addResourceBundle(chosen, 'translation', loaded.texts);
  const effective = loaded ? chosen : 'pt';
  await i18next.changeLanguage(effective);
  writeStored('i18nextLng', chosen);
  document.documentElement.lang = locales[effective];
  language.set(effective);
}

/** The language chosen before, or that of the browser, or Portuguese. */
export function preferredLanguage(): Language {
  const wanted = [readStored('i18nextLng'), ...navigator.languages];
  for (const one of wanted) {
    const found = languages.find((known) => one?.toLowerCase().startsWith(known));
    if (found) return found;
  }
  return 'pt';
}

export function useLanguage(): Language {
  return useStore(language);
}

/** The locale for `Intl`, e.g. pt-BR. */
export function locale(): string {
  return locales[language.get()];
}
