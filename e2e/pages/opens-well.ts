import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { seriousFindings } from './accessibility.ts'
import { at } from './addresses.ts'
import { unlistedLinks } from './taps.ts'

export type Screen = { readonly name: string; readonly path: string; readonly title: string }

/** A watched page: its errors, and its pending requests. */
export type Watched = {
  readonly page: Page
  readonly complaints: string[]
  readonly waitingFor: Set<unknown>
}

export function watch(page: Page): Watched {
  const complaints: string[] = []
  const waitingFor = new Set<unknown>()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isUnknownScheme(message.text())) {
      complaints.push(message.text())
    }
  })
  page.on('request', (request) => waitingFor.add(request))
  page.on('requestfinished', (request) => waitingFor.delete(request))
  page.on('requestfailed', (request) => {
    waitingFor.delete(request)
    const why = request.failure()?.errorText ?? ''
    // Requests cancelled by leaving a page are not failures.
    if (!why.includes('ERR_ABORTED')) complaints.push(`${why} ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return { page, complaints, waitingFor }
}

/** A mini program cannot open on a machine without the messaging app. */
function isUnknownScheme(words: string): boolean {
  return words.includes('weixin-sandbox://')
}

/**
 * Opens a screen by its address and checks that it is the right one, complete and without errors.
 */
export async function expectScreenOpens(
  { page, complaints, waitingFor }: Watched,
  { name, path, title }: Screen,
  query: Readonly<Record<string, string>> = {},
): Promise<void> {
  await test.step(name, async () => {
    complaints.length = 0
    await page.goto(at({ path }, query))
    await expect.soft(page, name).toHaveTitle(title)
    await expect.soft(page.locator('h1:visible').first(), name).toBeVisible()
    await expect(async () => {
      expect(waitingFor.size, name).toBe(0)
    }).toPass({ timeout: 30_000, intervals: [50, 100] })
    // Only now: a response may have redirected it.
    expect.soft(new URL(page.url()).hash.split('?')[0], name).toBe(`#${path}`)
    // For a moment the title may be that of another app’s address, which cannot open here.
    await expect.soft(page, name).toHaveTitle(title)
    expect.soft(await findings(page), name).toEqual([])
    expect.soft(await unlistedLinks(page), name).toEqual([])
    expect.soft(complaints, name).toEqual([])
  })
}

const checkedScreens = new Set<string>()

/**
 * Most screens are the same in every browser: a screen that was checked in detail is not checked
 * again.
 */
async function findings(page: Page): Promise<string[]> {
  const content = await page.locator('body').innerHTML()
  if (checkedScreens.has(content)) return []
  const found = await seriousFindings(page)
  if (found.length === 0) checkedScreens.add(content)
  return found
}
