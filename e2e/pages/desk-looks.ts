import { expect, type Page, type TestInfo } from '@playwright/test'
import { seriousFindings } from './opens-well.ts'

const looks = [
  { width: 1280, scheme: 'light' },
  { width: 1600, scheme: 'dark' },
  { width: 1280, scheme: 'dark' },
  { width: 1600, scheme: 'light' },
] as const

/** The open page of the console passes axe at both widths, light and dark. Leaves a picture of each. */
export async function expectEveryLook(page: Page, name: string, info: TestInfo): Promise<void> {
  for (const { width, scheme } of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    expect(await seriousFindings(page)).toEqual([])
    await page.screenshot({ path: info.outputPath(`${name}-${width}-${scheme}.png`) })
  }
}
