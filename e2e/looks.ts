// How what is in sight looks and reads: no serious fault found by axe, nothing wider than its screen, and a picture of it in
// artifacts/looks to look at.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './journey.ts';

export const screens = { wide: { width: 1440, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } };
type Screen = keyof typeof screens;
type Theme = 'light' | 'dark';

/** What a browser is opened with to be looked at. */
export const look = (colorScheme: Theme = 'light') => ({ colorScheme, viewport: screens.wide, reducedMotion: 'reduce' as const });

type Examined = {
  on?: Screen[];
  /** The first is the one in which the page is; what a theme does not change is looked at in that one only. */
  themes?: Theme[];
};

/** Looks at a page on several screens in several themes, and leaves it in the first of them. */
export async function examine(
  page: Page,
  name: string,
  { on = ['wide', 'tablet', 'phone'], themes = ['light', 'dark'] }: Examined = {},
): Promise<void> {
  const [first = 'light', ...others] = themes;
  for (const screen of on) {
    await page.setViewportSize(screens[screen]);
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth'), `${name} on ${screen}: width`)
      .toBe(screens[screen].width);
    if (screen === 'wide' || (screen === 'phone' && first === 'light'))
      expect.soft(await faultsOf(page), `${name}, ${first}, on ${screen}: axe`).toEqual([]);
    await picture(page, `${name}-${first}-${screen}`);
  }
  for (const theme of others) {
    await wear(page, theme);
    for (const screen of on.toReversed()) {
      await page.setViewportSize(screens[screen]);
      if (screen === 'wide') expect.soft(await faultsOf(page, rulesOfColour), `${name}, ${theme}, on ${screen}: axe`).toEqual([]);
      await picture(page, `${name}-${theme}-${screen}`);
    }
  }
  if (others.length > 0) await wear(page, first);
}

/** As when the system changes its theme, which the page follows. */
async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  // Colours on their way to the other theme are no colours to judge.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map((each) => each.finished)).then(() => null)',
  );
}

async function picture(page: Page, name: string): Promise<void> {
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
