import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
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
    await page.locator(`a[href^="#${path}"]:visible`).first().click()
    await expect(page).toHaveTitle(title)
    expect(pathIn(page.url())).toBe(path)
  }
}

let edges: ReadonlySet<string> | undefined

/** The links on a page to screens that the graph of the source does not lead to from there. */
export async function unlistedLinks(page: Page): Promise<string[]> {
  edges ??= new Set(screenEdges().map(({ from, to }) => `${from} → ${to}`))
  const from = nameOf(pathIn(page.url()))
  const links = await page
    .locator('a[href^="#/"]')
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
