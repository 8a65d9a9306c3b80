import { t } from './i18n.ts';

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and system by what the browser calls itself, e.g. `Firefox · Windows`. */
export function deviceName(userAgent: string | null): string {
  const named = (known: readonly (readonly [string, string])[]) => known.find(([mark]) => userAgent?.includes(mark))?.[1];
  return [named(browsers), named(systems)].filter(Boolean).join(' · ') || t('Outro aparelho');
}
