import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, onboarding, profile, security } from '../pages/addresses.ts'
import {
  agree,
  askForCode,
  expectSignedIn,
  expectSignedOut,
  newPhone,
  receivedCode,
  signOut,
  typeCode,
} from '../people/borrower.ts'
import { openInMessenger, openOnPhone } from '../people/in-messenger.ts'
import { test } from '../product/product.ts'

// With motion, as most phones have it; the other journeys run without.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// One person with two phones, from the registration to the end of all sessions.
test.describe.configure({ mode: 'serial', timeout: 90_000 })

const phone = newPhone()
const password = 'Boat_of_2026'
let own: Page
let other: Page

test.beforeAll(async ({ browser }) => {
  own = await openOnPhone(browser)
  other = await openInMessenger(browser)
})
test.afterAll(async () => {
  await own.context().close()
  await other.context().close()
})

async function signInByPassword(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.goto(at(onboarding.landing))
  await page.getByRole('button', { name: '用密码登录' }).click()
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录并查看额度' }).click()
  await expect(page.getByLabel('密码', { exact: true })).toBeHidden()
  await expectSignedIn(page)
}

async function expectEnded(page: Page): Promise<void> {
  // Signing out reloads the page, which may interrupt this navigation.
  await expect(() => page.goto('about:blank')).toPass()
  await page.goto(at(security.security))
  await expect(page.getByLabel('手机号', { exact: true })).toBeVisible()
}

test('a sign-in on another phone is announced and listed', async () => {
  await own.goto(at(onboarding.register))
  await askForCode(own, phone)
  await typeCode(own, await receivedCode(own, phone))
  await own.getByLabel('设置密码', { exact: true }).fill(password)
  await agree(own)
  await own.getByRole('button', { name: '注册并登录' }).click()
  await expectSignedIn(own)
  await signInByPassword(other)
  await expect(async () => {
    const inbox = await own.request.get('/sandbox/inbox', { params: { phone } })
    expect(await inbox.text()).toContain('在新设备（Android · 消息应用）上登录')
  }).toPass({ timeout: 30_000 })

  await own.goto(at(profile.updateReason))
  await own.getByRole('link', { name: /登录与安全/ }).click()
  const rows = own.getByRole('list', { name: '登录设备' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('本机')
  await expect(rows.last()).toContainText('Android · 消息应用')
  await expect(own.getByText('暂无关联的应用')).toBeVisible()
  await expectAccessible(own)
})

test('ending one session in the list signs the other phone out', async () => {
  await own.getByRole('button', { name: /Android · 消息应用/ }).click()
  await own.getByRole('button', { name: '确认退出该设备' }).click()
  const rows = own.getByRole('list', { name: '登录设备' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expectEnded(other)
})

test('signing out leaves no personal data on the phone', async () => {
  await own.evaluate(() => localStorage.setItem('draft:form', 'typed'))
  const before = await own.context().cookies()
  await signOut(own)
  await expectSignedOut(own)
  // The browser's random number for SMS codes is not personal data.
  const ofNobody = ['staffToken', 'qz_codes']
  const cookies = await own.context().cookies()
  expect(cookies.filter(({ name }) => !ofNobody.includes(name))).toEqual([])
  const stored = await own.evaluate(() => Object.keys(localStorage))
  expect(stored.filter((name) => !name.startsWith('device'))).toEqual([])

  // Cookies copied before the sign-out are no longer valid.
  await own.context().addCookies(before)
  await expectEnded(own)
})

test('signing out everywhere signs the other phone out too', async () => {
  await signInByPassword(own)
  await signInByPassword(other)
  await own.goto(at(security.security))
  await own.getByRole('button', { name: '退出全部设备' }).click()
  await own.getByRole('button', { name: '确认退出全部设备' }).click()
  await expect(own).toHaveURL(/#\/landChannel$/)
  await expectEnded(own)
  await expectEnded(other)
})
