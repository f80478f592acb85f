import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { account, at, credit, dataCopies } from '../pages/addresses.ts'
import { expectAccessible } from '../pages/opens-well.ts'
import { openOnSecondPhone } from '../pages/typed.ts'
import { receivedCode, typeCode } from '../people/borrower.ts'
import { openOnPhone } from '../people/in-messenger.ts'
import { signInWithLimit } from '../people/with-limit.ts'
import { test } from '../product/product.ts'

// A customer asks for a copy of the personal data, and downloads it on two phones.
test.describe.configure({ mode: 'serial', timeout: 90_000 })

let page: Page
let person: TestPerson
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  page = await openOnPhone(browser)
  person = await signInWithLimit(page, 'mover')
})
test.afterAll(async () => page.context().close())

/** The saved archive. */
async function save(on: Page): Promise<Buffer> {
  const saving = on.waitForEvent('download')
  await on.getByRole('button', { name: '下载副本' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^个人信息副本-\d{4}-\d\d-\d\d\.zip$/)
  return readFile(await saved.path())
}

test('a copy of the personal data is asked for in 我的 with a code, and its progress is shown', async () => {
  await page.goto(at(account.mine))
  await page.getByRole('link', { name: dataCopies.dataCopies.title }).click()
  await expect(page).toHaveTitle(dataCopies.dataCopies.title)
  await expect(page.getByText('副本包含')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('已发送至')).toBeVisible()
  await typeCode(page, await receivedCode(page, person.phone))
  await page.getByRole('button', { name: '申请个人信息副本' }).click()
  await expect(page.getByText(/正在生成副本|副本已准备好/)).toBeVisible()
  await expect(page.getByText('副本已准备好')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
})

test('a second phone shows the same copy and downloads the same archive', async ({ browser }) => {
  const other = await openOnSecondPhone(browser, person, {
    path: dataCopies.dataCopies.path,
    title: dataCopies.dataCopies.title,
  })
  const archive = await save(other)
  expect(archive.subarray(0, 2).toString()).toBe('PK')
  expect(await save(page)).toEqual(archive)
  await other.context().close()
})

test('a download that breaks off continues where it stopped, and one without a network can be repeated', async () => {
  const whole = await save(page)
  const ranges: (string | undefined)[] = []
  await page.route('**/files/*', async (route) => {
    const { range } = route.request().headers()
    ranges.push(range)
    if (ranges.length > 1) return route.continue()
    return route.abort('internetdisconnected')
  })
  expect(await save(page)).toEqual(whole)
  expect(ranges).toEqual([undefined, undefined])
  await page.unroute('**/files/*')

  await page.context().setOffline(true)
  await page.getByRole('button', { name: '下载副本' }).click()
  await expect(page.getByRole('alert')).toBeVisible({ timeout: 40_000 })
  await page.context().setOffline(false)
  expect(await save(page)).toEqual(whole)
})

test('the message that the copy is ready is among the messages', async () => {
  await page.goto(at(credit.limit))
  await page.goto(at(account.messages))
  await expect(page.getByText('个人信息副本已准备好').first()).toBeVisible()
})
