// How what is in sight looks and reads: no serious fault found by axe, nothing wider than its screen, and, with
// E2E_LOOKS=1, a picture of it in artifacts/looks to look at.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './journey.ts';

export const screens = { wide: { width: 1440, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } };
/** The wide screen at 200 % zoom (WCAG 1.4.10). */
const zoomed = { width: 720, height: 450 };
type Screen = keyof typeof screens;
type Theme = 'light' | 'dark';

/** What a browser is opened with to be looked at. */
export const look = (colorScheme: Theme = 'light') => ({ colorScheme, viewport: screens.wide });

type Examined = { on?: Screen[]; themes?: Theme[] };

/** On wish, since it takes time and finds nothing by itself. */
const picturing = Boolean(process.env.E2E_LOOKS);

/**
 * Looks at a page on several screens in several themes. What a theme does not change is looked at in one only, which is the one
 * that the page wears if it is asked for. It leaves the page in the last theme, on the first screen if there were two themes.
 */
export async function examine(
  page: Page,
  name: string,
  { on = ['wide', 'tablet', 'phone'], themes = ['light', 'dark'] }: Examined = {},
): Promise<void> {
  const worn = await page.locator('html').getAttribute('data-mantine-color-scheme');
  const [first = 'light', ...others] = themes.toSorted((a, b) => Number(b === worn) - Number(a === worn));
  if (first !== worn) await wear(page, first);
  for (const screen of on) {
    // On the way to the phone, since each other size costs time.
    if (screen === 'phone') await fits(page, zoomed, `${name} at 200 %`);
    await fits(page, screens[screen], `${name} on ${screen}`);
    if (screen === 'wide' || (screen === 'phone' && first === 'light'))
      expect.soft(await faultsOf(page), `${name}, ${first}, on ${screen}: axe`).toEqual([]);
    await picture(page, `${name}-${first}-${screen}`);
  }
  for (const theme of others) {
    await wear(page, theme);
    for (const screen of on.toReversed()) {
      const [read, judged] = [screen === 'phone' && theme === 'light', screen === 'wide'];
      if (read || judged || picturing || screen === on[0]) await page.setViewportSize(screens[screen]);
      if (read || judged)
        expect.soft(await faultsOf(page, read ? undefined : rulesOfColour), `${name}, ${theme}, on ${screen}: axe`).toEqual([]);
      await picture(page, `${name}-${theme}-${screen}`);
    }
  }
}

/** Nothing is wider than the screen. */
async function fits(page: Page, screen: { width: number; height: number }, name: string): Promise<void> {
  await page.setViewportSize(screen);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), `${name}: width`).toBe(screen.width);
}

/** As when the system changes its theme, which the page follows. */
export async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  // Colours on their way to the other theme are no colours to judge.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished)).then(() => null)',
  );
}

async function picture(page: Page, name: string): Promise<void> {
  if (!picturing) return;
  // To be looked at, not compared: a PNG takes several times as long to make.
  await page.screenshot({ path: join(import.meta.dirname, `artifacts/looks/${name}.jpg`), quality: 80, animations: 'disabled' });
}

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };

/** What axe says of colours that it calls serious. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** Rules whose violations axe calls minor or moderate, never more. Several of them look at every element. */
const slightRules = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'meta-viewport-large',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
];

/** What axe finds serious or critical, by all its rules or by some. */
async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  // Evaluated and not added as a script: the content policy of the page allows none but its own.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const chosen = rules ? { runOnly: rules } : { rules: Object.fromEntries(slightRules.map((id) => [id, { enabled: false }])) };
  // Nothing of the rules that are left needs what axe would load beforehand.
  const options = JSON.stringify({ resultTypes: ['violations'], preload: false, ...chosen });
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as { violations: Violation[] };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 4).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary.replaceAll('\n', ' ')}`),
    );
}
