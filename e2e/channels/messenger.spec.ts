import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { seriousFindings } from '../pages/opens-well.ts'
import { agreements, at, onboarding, repayment } from '../pages/addresses.ts'
import { askForCode, expectSignedIn, receivedCode, typeCode } from '../people/borrower.ts'
import { borrow } from '../pages/draw.ts'
import { simulateFace } from '../devices/face-in-front.ts'
import { openAttachment, attachmentsSentTo } from '../pages/mailbox.ts'
import { installBridge, type SheetAction } from '../devices/messenger-bridge.ts'
import { phone } from '../devices/phone.ts'
import { test } from '../product/product.ts'
import { signInWithLimit } from '../people/with-limit.ts'

// One borrower with one loan, who does everything in the messaging app.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const inMessenger = { ...phone, userAgent: `${phone.userAgent} MicroMessenger/8.0.50` }

let person: TestPerson
let context: BrowserContext

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  person = await withLoan(browser)
  context = await browser.newContext(inMessenger)
})
test.afterAll(async () => context.close())

/** The loan is drawn on another phone, so that this one starts signed out. */
async function withLoan(browser: Browser): Promise<TestPerson> {
  const page = await (await browser.newContext(phone)).newPage()
  page.setDefaultTimeout(20_000)
  await simulateFace(page, 'messenger-borrower')
  const found = await signInWithLimit(page, 'messenger-borrower')
  await borrow(page, { person: found, amount: '6000' })
  await page.context().close()
  return found
}

/**
 * A page in the messaging app whose payment sheet gives this answer; without one there is no
 * bridge.
 */
async function openPage(sheet?: SheetAction): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  if (sheet) await installBridge(page, sheet)
  return page
}

/** From the bills to the cashier, with the messaging app as payment method. */
async function payInMessenger(page: Page): Promise<void> {
  await page.goto(at(repayment.payInstalments))
  await page.getByRole('button', { name: /^去支付 [\d,.]+ 元$/ }).click()
  await expect(page).toHaveTitle(repayment.cashier.title)
  await page.getByRole('radio', { name: /^消息应用支付/ }).click()
  await page.getByRole('button', { name: /^确认还款/ }).click()
}

test('the borrower signs in on the channel’s own page', async () => {
  const page = await openPage()
  await page.goto(at(onboarding.channelSignIn))
  await expect(page.getByRole('button', { name: /授权登录/ })).toBeVisible()
  await askForCode(page, person.phone)
  await typeCode(page, await receivedCode(page, person.phone))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '登录并查看账单' }).click()
  await expectSignedIn(page)
  await page.close()
})

test('the mini program is opened from the messaging app', async () => {
  const page = await openPage()
  await page.goto(at(onboarding.openMiniProgram))
  await expect(page.getByRole('button', { name: '打开小程序' })).toBeVisible()
  await page.close()
})

/** The app has no page for an order of its own browser: ours offers to go on, or to give it up. */
async function giveUp(page: Page): Promise<void> {
  await expect(page).toHaveTitle(repayment.paymentResult.title)
  await expect(page.getByText('您还没有完成付款')).toBeVisible({ timeout: 60_000 })
  expect(page.url()).not.toContain('payerCode')
  await page.getByRole('button', { name: '取消，换一种方式' }).click()
  await expect(page.getByText('已取消，没有扣款').first()).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveTitle(repayment.cashier.title)
}

for (const [name, sheet] of [
  ['a closed sheet', 'cancel'],
  ['a missing bridge', undefined],
  ['a broken bridge', 'broken'],
] as const) {
  test(`${name} pays nothing, and the order can be given up`, async () => {
    const page = await openPage(sheet)
    await payInMessenger(page)
    await giveUp(page)
    await page.close()
  })
}

test('an app that does not name the payer leads to a page that says what to do', async () => {
  const page = await openPage('cancel')
  const consent = '**/sandbox/messenger/authorise?*'
  await page.route(consent, async (route) => {
    const { searchParams } = new URL(route.request().url())
    const state = searchParams.get('state') ?? ''
    const location = `${searchParams.get('redirect_uri') ?? ''}&state=${state}`
    await route.fulfill({ status: 303, headers: { location } })
  })
  await payInMessenger(page)
  await expect(page.getByText('消息应用没有确认付款人，没有扣款')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.unroute(consent)
  await page.getByRole('button', { name: '继续付款' }).click()
  await giveUp(page)
  await page.close()
})

test('the instalment is paid on the sheet over the page', async () => {
  const page = await openPage('pay')
  await payInMessenger(page)
  await expect(page).toHaveTitle(repayment.paymentResult.title)
  await expect(page.getByText('还款成功')).toBeVisible({ timeout: 60_000 })
  await page.goto(at(repayment.paymentHistory))
  await expect(page).toHaveTitle(repayment.paymentHistory.title)
  await expect(page.getByText('消息应用支付')).toHaveCount(1)
  await page.close()
})

test('[1.022] an agreement can be read and saved as PDF', async () => {
  const page = await openPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(at(agreements.signedAgreements))
  await expect(page.getByRole('link', { name: /借款合同/ })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('link', { name: /借款合同/ }).click()
  await expect(page).toHaveTitle(agreements.signedAgreement.title)
  await expect(page.getByText('内容校验')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 PDF' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('借款合同.pdf')
  expect((await readFile(await saved.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.close()
})

test('agreements are sent by e-mail with their PDFs attached', async () => {
  const address = `reader.${Date.now()}@mail.example`
  const page = await openPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(at(agreements.signedAgreements))
  await page.getByRole('tab', { name: '借款' }).click()
  await page.getByRole('button', { name: /^全选/ }).click()
  await page.getByRole('button', { name: '发送到邮箱（3 份）' }).click()
  const other = page.getByRole('radio', { name: '使用其他邮箱' })
  const field = page.getByLabel('邮箱地址')
  await expect(other.or(field)).toBeVisible()
  if (await other.isVisible()) await other.click()
  await field.fill(address)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await expect(page.getByText('3 份协议正在发送至 r***@mail.example')).toBeVisible()

  const toSign = await attachmentsSentTo(page, address)
  expect(toSign).toHaveLength(3)
  for (const pdf of toSign) {
    expect(pdf.name).toMatch(/\.pdf$/)
    expect((await openAttachment(page, pdf)).subarray(0, 5).toString()).toBe('%PDF-')
  }
  await page.close()
})

test('[2.126] a signed-out borrower signs in on the agreements’ own page, and continues', async ({
  browser,
}) => {
  const page = await (await browser.newContext(inMessenger)).newPage()
  await page.goto(at(agreements.signedAgreements))
  await expect(page).toHaveTitle(agreements.agreementSignIn.title)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: '用消息应用授权登录' }).click()
  await page.getByRole('radio', { name: new RegExp(person.name) }).check()
  await page.getByRole('button', { name: '同意授权' }).click()
  // The app tells no phone. Linking it to an existing account requires a code to its phone.
  await expect(page.getByText('填写您常用的手机号')).toBeVisible()
  await askForCode(page, person.phone)
  await typeCode(page, await receivedCode(page, person.phone))
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '确认并登录' }).click()
  await expect(page).toHaveTitle(agreements.signedAgreements.title)
  await expect(page.getByRole('link', { name: /借款合同/ })).toBeVisible()
  await page.context().close()
})
