import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { screenEdges, screens } from '@qingzhou/tools/screen-graph.ts'
import type { Route } from '@qingzhou/web/src/app/routes.ts'
import { at } from './addresses.ts'

/** Opens the first screen by its address, and each further one by a link on the one before. */
export async function tapThrough(
  page: Page,
  [first, ...further]: readonly [Route, ...Route[]],
): Promise<void> {
  await page.goto(at(first))
  for (const { path, title } of further) {
    const link = page.locator(`a[href="#${path}"]:visible, a[href^="#${path}?"]:visible`)
    await link.first().click()
    await expect(page).toHaveTitle(title)
    expect(pathIn(page.url())).toBe(path)
  }
}

let edges: ReadonlySet<string> | undefined

/** The links on a page to screens that the graph of the source does not lead to from there. */
async function unlistedLinks(page: Page): Promise<string[]> {
  edges ??= new Set(screenEdges().map(({ from, to }) => `${from} → ${to}`))
  const from = nameOf(pathIn(page.url()))
  const links = await page
    // A screen that is kept alive below this one is in the document, too, but not visible.
    .locator('a[href^="#/"]:visible')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  const targets = new Set(links.map((href) => nameOf(pathIn(href))))
  return [...targets]
    .filter((to) => to !== from)
    .map((to) => `${from} → ${to}`)
    .filter((edge) => !edges?.has(edge))
}

function pathIn(address: string): string {
  return (address.split('#')[1] ?? '').split('?')[0] ?? ''
}

function nameOf(path: string): string {
  const exact = [...screens].find(([, route]) => route.path === path)?.[0]
  return exact ?? (path.startsWith('/user/') ? 'notices.servicePage' : path)
}

export type Screen = { readonly name: string; readonly path: string; readonly title: string }

/** A watched page: its errors, and its pending requests. */
export type WatchedPage = {
  readonly page: Page
  readonly complaints: string[]
  readonly waitingFor: Set<unknown>
}

export function watch(page: Page): WatchedPage {
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
  { page, complaints, waitingFor }: WatchedPage,
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
    expect.soft(await overlaysThatStay(page), name).toEqual([])
    expect.soft(complaints, name).toEqual([])
  })
}

const checkedOverlays = new Set<string>()

/** Opens each overlay of a screen that was not opened before; returns those that Back does not close. */
async function overlaysThatStay(page: Page): Promise<string[]> {
  const address = page.url()
  const stay: string[] = []
  const openers = page.locator('.layout-screen:visible [aria-haspopup="dialog"]:enabled:visible')
  for (const opener of await openers.all()) {
    const markup = `${address.split('?')[0]} ${await opener.evaluate((one) => one.outerHTML)}`
    // A button that is unavailable opens nothing.
    if (checkedOverlays.has(markup) || markup.includes('aria-disabled')) continue
    checkedOverlays.add(markup)
    await opener.click()
    const dialog = page.locator('dialog[open]')
    await expect(dialog, markup).toBeVisible()
    await expect.poll(async () => page.evaluate(() => history.state.overlays)).toBe(1)
    await page.goBack()
    const isClosed = await dialog.waitFor({ state: 'hidden', timeout: 5_000 }).then(
      () => true,
      () => false,
    )
    if (!isClosed || page.url() !== address) stay.push(markup)
  }
  return stay
}

const checkedScreens = new Set<string>()

/**
 * Most screens are the same in every browser: a screen that was checked in detail in these colours is
 * not checked again.
 */
async function findings(page: Page): Promise<string[]> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const content = `${isDark ? 'dark' : 'light'} ${comparable(await page.locator('body').innerHTML())}`
  if (checkedScreens.has(content)) return []
  const found = await seriousFindings(page)
  if (found.length === 0) checkedScreens.add(content)
  return found
}

/** The markup without what differs each time: the pixels of an image code, and the numbers in the ids of React. */
function comparable(markup: string): string {
  const ids = new Map<string, string>()
  return markup.replaceAll(/ src="data:[^"]*"/g, '').replaceAll(/\b_r_[0-9a-z]+_/g, (id) => {
    const name = ids.get(id) ?? `_r_id${ids.size}_`
    ids.set(id, name)
    return name
  })
}

/** Serious accessibility violations of a page. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Runs in the page itself: by default the library opens another page each time.
  const builder = new AxeBuilder({ page, ...(await librarySource(page)) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], reporter: 'no-passes', selectors: false })
  const { violations } = await builder.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** A document that has the library does not evaluate its megabyte of source again, which takes longer than the check. */
async function librarySource(page: Page): Promise<{ axeSource?: string }> {
  if (page.frames().length > 1) return {}
  return (await page.evaluate(() => 'axe' in globalThis)) ? { axeSource: 'undefined' } : {}
}

/** Checks a page at rest: an element that still fades in has a lower contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('.layout-screen:visible')).toHaveCSS('opacity', '1')
  await expect(async () => {
    expect(await seriousFindings(page)).toEqual([])
  }).toPass({ timeout: 30_000 })
}
