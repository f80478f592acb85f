import { expect } from '@playwright/test'
import { routes, type Route } from '@qingzhou/web/src/app/routes.ts'
import { at, mall, notices } from '../pages/addresses.ts'
import { publicLinks, rowsFor, withLimit } from '../pages/rows.ts'
import { signInWithLimit } from '../people/with-limit.ts'
import { test } from '../product/product.ts'

test.use({ settings: { MALL: 'none' } })

const all = Object.values(routes).flatMap((rows) => Object.entries<Route>(rows))
const isOfMall = (name: string) => Object.keys(routes.mall).includes(name)
const names = new Set([
  ...rowsFor('public').map(({ name }) => name),
  ...rowsFor('signedIn').map(({ name }) => name),
  ...withLimit,
])

test('without a mall no screen mentions one, and its addresses do not exist', async ({ page }) => {
  test.setTimeout(420_000)
  await signInWithLimit(page, 'password')
  for (const [name, route] of all) {
    if (!names.has(name) || isOfMall(name)) continue
    await test.step(name, async () => {
      const path = route.path.replace(':name', 'fees')
      await page.goto(at({ path }, publicLinks[name] ?? {}))
      await expect(page.locator('h1:visible').first()).toBeVisible()
      await expect(page.locator('.skeleton:visible')).toHaveCount(0)
      await expect.soft(page.locator('body'), name).not.toContainText('商城')
    })
  }
  for (const route of Object.values(routes.mall)) {
    await page.goto(at(route))
    await expect(page).toHaveTitle(notices.somethingWrong.title)
    expect(page.url()).not.toContain(mall.mall.path)
  }
  const answer = await page.request.get('/weiyaMall/anything')
  expect(answer.status()).toBe(404)
})
