// Texts. The key of a text is the Portuguese text itself, so Portuguese needs only its singulars; the others load when chosen.
// `t` reads the language when called: never call it at module level. Changing the language renders the app again.
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

let texts: Readonly<Record<string, string>> = pt;
let plurals = new Intl.PluralRules(locales.pt);
let numbers = new Intl.NumberFormat(locales.pt);

/** The text in the chosen language. With `count`, the key is the Portuguese plural: `t('{{count}} contatos', { count })`. */
export function t(text: string, values?: Record<string, string | number>): string {
  if (!values) return texts[text] ?? text;
  const form =
    typeof values.count === 'number' ? (texts[`${text}_${plurals.select(values.count)}`] ?? texts[`${text}_other`]) : texts[text];
  return (form ?? text).replace(/\{\{(\w+)\}\}/g, (hole, name: string) =>
    name === 'count' ? numbers.format(Number(values.count)) : String(values[name] ?? hole),
  );
}

/** Shows the app in a language. Falls back to Portuguese if its texts cannot be loaded. */
export async function speakLanguage(wanted: Language): Promise<void> {
  const loaded = wanted === 'pt' ? null : await load[wanted]().catch(() => null);
  const effective = loaded ? wanted : 'pt';
  texts = loaded?.texts ?? pt;
  plurals = new Intl.PluralRules(locales[effective]);
  numbers = new Intl.NumberFormat(locales[effective]);
  document.documentElement.lang = locales[effective];
  language.set(effective);
}

/** Shows the app in a language, now and whenever it is opened in this browser. */
export function chooseLanguage(chosen: Language): Promise<void> {
  writeStored('i18nextLng', chosen);
  return speakLanguage(chosen);
}

/** The language chosen in this browser, if any. */
export function chosenLanguage(): Language | undefined {
  const stored = readStored('i18nextLng')?.toLowerCase();
  return languages.find((known) => stored?.startsWith(known));
}

export function useLanguage(): Language {
  return useStore(language);
}

/** The locale for `Intl`, e.g. pt-BR. */
export function locale(): string {
  return locales[language.get()];
}
