import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** Serious accessibility violations of a page. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Runs in the page itself: by default the library opens another page each time.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await builder.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** Checks a page at rest: an element that still fades in has a lower contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.layout-screen:visible')).toHaveCSS('opacity', '1')
  await expect(async () => {
    expect(await seriousFindings(page)).toEqual([])
  }).toPass({ timeout: 10_000 })
}
