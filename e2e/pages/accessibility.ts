import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** What keeps somebody out who reads, hears or points in another way. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Within the page itself: by default it opens another one each time, only to count.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await builder.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** The same of a page at rest: what still fades in has less contrast than it will have. */
export async function expectNothingSerious(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.layout-screen:visible')).toHaveCSS('opacity', '1')
  await expect(async () => {
    expect(await seriousFindings(page)).toEqual([])
  }).toPass({ timeout: 10_000 })
}
