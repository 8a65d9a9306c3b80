// How what is in sight looks and reads: no serious fault found by axe, nothing wider than its screen, and a picture of it in
// artifacts/looks to look at.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './journey.ts';

export const screens = { wide: { width: 1440, height: 900 }, tablet: { width: 1024, height: 768 }, phone: { width: 390, height: 844 } };
type Screen = keyof typeof screens;

/** What a browser is opened with to be looked at. */
export const look = (colorScheme: 'light' | 'dark') => ({ colorScheme, viewport: screens.wide, reducedMotion: 'reduce' as const });

/** Looks at a page on several screens. `name` ends in the theme, light or dark. */
export async function examine(page: Page, name: string, on: Screen[] = ['wide', 'tablet', 'phone']): Promise<void> {
  for (const screen of on) {
    await page.setViewportSize(screens[screen]);
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth'), `${name} on ${screen}: width`)
      .toBe(screens[screen].width);
    if (screen === 'wide' || (screen === 'phone' && name.endsWith('light')))
      expect.soft(await faultsOf(page), `${name} on ${screen}: axe`).toEqual([]);
    await page.screenshot({ path: join(import.meta.dirname, `artifacts/looks/${name}-${screen}.png`), animations: 'disabled' });
  }
}

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] };

/** What axe finds serious or critical. */
async function faultsOf(page: Page): Promise<string[]> {
  // Evaluated and not added as a script: the content policy of the page allows none but its own.
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(`axe.run({ resultTypes: ['violations'] })`)) as { violations: Violation[] };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 4).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}: ${failureSummary.replaceAll('\n', ' ')}`),
    );
}
