import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

const folder = process.env['PICTURES'] ?? ''
if (folder === '') throw new Error('PICTURES must name the folder for the pictures')

const fileOf = (name: string) => join(folder, `${name}.png`)

/** Takes a picture of a page at rest: nothing loads, fades, blinks or pops up. */
export async function take(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.locator('.toast:visible')).toHaveCount(0, { timeout: 15_000 })
  await page.evaluate(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await document.fonts.ready
  })
  await page.mouse.move(0, 0)
  await page.screenshot({ path: fileOf(name), animations: 'disabled', caret: 'hide' })
}

/** Takes the first page of a document with a margin, once it is rendered. */
export async function takeDocument(page: Page, name: string): Promise<void> {
  const pdf = page.locator('canvas').first()
  await expect(pdf).toBeVisible({ timeout: 30_000 })
  await page.waitForLoadState('networkidle')
  await expect(async () => {
    const before = await pdf.screenshot()
    await page.waitForTimeout(500)
    expect((await pdf.screenshot()).equals(before)).toBe(true)
  }).toPass()
  const box = await pdf.boundingBox()
  if (!box) throw new Error('the document is not visible')
  const { x, y, width, height } = box
  const clip = { x: x - 12, y: y - 12, width: width + 24, height: height + 24 }
  await page.screenshot({ path: fileOf(name), clip })
}

/** The size of a phone in the sheet, its frame, and the space around it. */
const SHOWN = { width: 300, height: 649, rim: 6, gap: 26 }

/** Arranges pictures of phones side by side on a dark blue background. */
export async function takeSheet(page: Page, names: readonly string[]): Promise<void> {
  const phones = await Promise.all(
    names.map(async (name) => {
      const picture = (await readFile(fileOf(name))).toString('base64')
      return `<img src="data:image/png;base64,${picture}" alt="">`
    }),
  )
  const { width, height, rim, gap } = SHOWN
  await page.setViewportSize({
    width: names.length * (width + 2 * rim + gap) + gap,
    height: height + 2 * rim + 2 * gap,
  })
  await page.setContent(`<!doctype html>
    <style>
      body { display: flex; gap: ${gap}px; margin: 0; padding: ${gap}px; background: #0b5c66 }
      img { width: ${width}px; height: ${height}px; border: ${rim}px solid #0f252a; border-radius: 24px }
    </style>
    ${phones.join('')}`)
  await page.screenshot({ path: fileOf('sheet') })
}
