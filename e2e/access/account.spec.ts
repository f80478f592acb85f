import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { expectAccessible } from '../pages/opens-well.ts'
import {
  account,
  at,
  credit,
  limitCancellation,
  loans,
  notices,
  onboarding,
  repayment,
  settlement,
} from '../pages/addresses.ts'
import { expectSignedOut, receivedCode, typeCode } from '../people/borrower.ts'
import { borrow } from '../pages/draw.ts'
import { simulateFace } from '../devices/face-in-front.ts'
import { openOnPhone, signInByCode } from '../people/in-messenger.ts'
import { openAttachment, attachmentsSentTo } from '../pages/mailbox.ts'
import { openEarly, payByApp } from '../pages/pay.ts'
import { phone } from '../devices/phone.ts'
import { expectTypedKept, openOnSecondPhone } from '../pages/typed.ts'
import { test } from '../product/product.ts'
import { signInWithLimit } from '../people/with-limit.ts'

// A customer repays, gets a settlement certificate, and cancels the limit.
test.describe.configure({ mode: 'serial', timeout: 90_000 })

let page: Page
let person: TestPerson
let certificate: { readonly code: string; readonly bytes: Buffer }

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  page = await openOnPhone(browser)
  await simulateFace(page, 'leaver')
  person = await signInWithLimit(page, 'leaver')
  await borrow(page, { person, amount: '5000' })
})
test.afterAll(async () => page.context().close())

test('the limit cannot be cancelled while something is owed, and the way to pay is shown', async () => {
  await page.goto(at(credit.limit))
  await expect(page.getByText('可用额度').first()).toBeVisible()
  await page
    .getByRole('navigation', { name: '主要页面' })
    .getByRole('link', { name: /我的$/ })
    .click()
  await page.getByRole('link', { name: '设置', exact: true }).click()
  await page.getByRole('link', { name: /^注销额度/ }).click()
  await expect(page).toHaveTitle(limitCancellation.cancellableLimits.title)
  await expect(page.getByText('暂不能注销，请先处理')).toBeVisible()
  await expect(page.getByRole('button', { name: '继续注销' })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^去结清借款/ }).click()
  await expect(page).toHaveTitle(repayment.repayHome.title)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^还款日加入日历/ }).click()
  const calendar = await readFile(await (await saving).path(), 'utf8')
  expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n[^]*BEGIN:VEVENT[^]*END:VCALENDAR\r\n$/)
})

test('without a network the pages that were open show their last data and its time', async () => {
  await expect(page.getByText('全部待还本金')).toBeVisible()
  await page.context().setOffline(true)
  await page.goBack()
  await expect(page).toHaveTitle(limitCancellation.cancellableLimits.title)
  await page.goBack()
  await expect(page).toHaveTitle(account.settings.title)
  await page.goBack()
  await expect(page).toHaveTitle(account.mine.title)
  await page.goBack()
  await expect(page).toHaveTitle(credit.limit.title)
  await expect(page.getByText(/^离线，数据截至 \d{4}-\d\d-\d\d/)).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await expect(page.getByText(/^离线，数据截至/)).toBeHidden()
})

test('a reload without a network shows our own page, which opens the app again by itself', async ({
  browser,
}) => {
  const state = await page.context().storageState()
  const context = await browser.newContext({
    ...phone,
    storageState: state,
    serviceWorkers: 'allow',
  })
  const other = await context.newPage()
  await other.goto(at(credit.limit))
  await expect(other.getByText('可用额度')).toBeVisible()
  await other.evaluate(async () => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await other.reload()
  await expect(other.getByRole('heading', { name: '网络未连接' })).toBeVisible()
  await context.setOffline(false)
  await expect(other.getByText('可用额度')).toBeVisible()
  expect(await other.evaluate(async () => caches.keys())).toEqual([])
  await context.close()
})

test('a loan is repaid in full on the day it was drawn, and is settled', async () => {
  await openEarly(page)
  await page.getByRole('button', { name: /^去支付 5,000\.00 元$/ }).click()
  await payByApp(page)
  await expect(page.getByText('还款成功，借款已结清')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('link', { name: /还款记录/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '开具结清证明' }).click()
  await expect(page).toHaveTitle(settlement.chooseSettledLoans.title)
})

/** From the certificate list to the form for the one settled loan. */
async function chooseSettledLoan(): Promise<void> {
  await page.getByRole('link', { name: /^结清证明/ }).click()
  await expect(page).toHaveTitle(settlement.chooseSettledLoans.title)
  await page.getByRole('checkbox').first().check()
  await expectAccessible(page)
  await page.getByRole('button', { name: '下一步（已选 1 笔）' }).click()
  await expect(page).toHaveTitle(settlement.sendCertificate.title)
}

async function issue(name: string): Promise<void> {
  await expectAccessible(page)
  await page.getByRole('button', { name: `开具 1 份${name}`, exact: true }).click()
  await page.getByRole('button', { name: `确认开具 1 份${name}` }).click()
  await expect(page.getByText(`已开具 1 份${name}`)).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
}

/** The saved certificate, with its check code. */
async function save(): Promise<typeof certificate> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^下载/ }).click()
  const saved = await saving
  const bytes = await readFile(await saved.path())
  const code = await page.getByText(/^\w{4}-\w{4}-\w{4}-\w{4}$/).innerText()
  return { code, bytes }
}

test('[1.023, 2.155] the settlement certificate arrives by mail and as a file; a repeated request returns the same one', async () => {
  const address = `settled.${Date.now()}@mail.example`
  await page.goto(at(credit.limit))
  await page.getByRole('link', { name: '结清证明' }).click()
  await expect(page).toHaveTitle(settlement.chooseCertificate.title)
  await expectAccessible(page)
  await chooseSettledLoan()
  await page.getByRole('radio', { name: /^(使用其他邮箱|发送到邮箱)$/ }).click()
  const email = page.getByLabel('邮箱地址', { exact: true })
  await email.fill(address)
  await expectTypedKept(page, () => expect(email).toHaveValue(address))
  await issue('结清证明')
  certificate = await save()
  expect(certificate.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const [pdf] = await attachmentsSentTo(page, address)
  expect(pdf && (await openAttachment(page, pdf)).equals(certificate.bytes)).toBe(true)

  await page.getByRole('button', { name: '完成' }).click()
  await expect(page).toHaveTitle(settlement.chooseCertificate.title)
  await chooseSettledLoan()
  await page.getByRole('radio', { name: /^不发邮件/ }).click()
  await issue('结清证明')
  const again = await save()
  expect(again.code).toBe(certificate.code)
  expect(again.bytes.equals(certificate.bytes)).toBe(true)

  await page.reload()
  await expect(page.getByText('已开具 1 份结清证明')).toBeVisible()
  expect((await save()).code).toBe(certificate.code)
  expect(await attachmentsSentTo(page, address)).toHaveLength(1)
})

test('anyone with the certificate can verify it without an account', async ({ browser }) => {
  const reader = await openOnPhone(browser)
  const path = notices.servicePage.path.replace(':name', 'verify')
  await reader.goto(at({ path }, { code: certificate.code }))
  await expect(reader.getByText('确有这份证明')).toBeVisible()
  await expect(reader.getByText('5,000.00 元')).toBeVisible()
  await expect(reader.getByText(person.name)).toBeHidden()
  const choose = async (name: string, buffer: Buffer) =>
    reader.getByLabel('选择收到的 PDF').setInputFiles({ name, mimeType: 'application/pdf', buffer })
  await choose('收到.pdf', certificate.bytes)
  await expect(reader.getByText(/“收到.pdf”与开具的原件完全相同/)).toBeVisible()
  await choose('改过.pdf', Buffer.concat([certificate.bytes, Buffer.from('\n')]))
  await expect(reader.getByText(/“改过.pdf”不是开具的原件/)).toBeVisible()
  await expectAccessible(reader)

  await reader.getByRole('button', { name: '核验另一份' }).click()
  await reader.getByLabel('校验码').fill('0000-0000-0000-0000')
  await reader.getByRole('button', { name: '核验', exact: true }).click()
  await expect(reader.getByText('没有找到这份证明')).toBeVisible()
  await expectAccessible(reader)
  await reader.context().close()
})

test('[2.157] a statement of all accounts says that nothing is owed, and can be read on the page', async () => {
  await page.goto(at(settlement.chooseCertificate))
  await page.getByRole('link', { name: /^信贷账户证明/ }).click()
  await expect(page).toHaveTitle(settlement.creditStatement.title)
  await expect(page.getByText('0 笔', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '开具信贷账户证明' }).click()
  await page.getByRole('radio', { name: /^不发邮件/ }).click()
  await issue('信贷账户证明')
  await page.getByRole('button', { name: /^查看/ }).click()
  await expect(page.locator('canvas').first()).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
})

async function expectReason(on: Page): Promise<void> {
  await expect(on.getByRole('radio', { name: '暂时不需要借款' })).toBeChecked()
  await expect(on.getByLabel(/^想对我们说的话/)).toHaveValue('以后再来')
}

test('[1.017] an unused limit is cancelled with a code, and every session ends', async ({
  browser,
}) => {
  // One phone gets at most one code a minute.
  test.setTimeout(180_000)
  await page.goto(at(limitCancellation.cancellableLimits))
  await page.getByRole('button', { name: '继续注销' }).click()
  await expect(page).toHaveTitle(limitCancellation.cancelReason.title)
  await page.getByRole('radio', { name: '暂时不需要借款' }).click()
  await page.getByLabel(/^想对我们说的话/).fill('以后再来')
  await expectTypedKept(page, () => expectReason(page))
  await expectAccessible(page)
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page).toHaveTitle(limitCancellation.cancelNotice.title)
  await page.goBack()
  await expectReason(page)
  const other = await openOnSecondPhone(browser, person, limitCancellation.cancelReason)
  await expectReason(other)
  await other.context().close()
  await page.goForward()
  await expect(page).toHaveTitle(limitCancellation.cancelNotice.title)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('已发送至')).toBeVisible()
  await typeCode(page, await receivedCode(page, person.phone))
  await page.getByRole('checkbox').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: '确认注销额度' }).click()
  await expect(page.getByRole('heading', { name: '额度已注销' })).toBeVisible()
  await expectSignedOut(page)
  await expectAccessible(page)

  await page.getByRole('link', { name: '完成' }).click()
  await expect(page).toHaveTitle(onboarding.landing.title)
  await signInByCode(page, { phone: person.phone, button: '登录并查看额度' })
  await expect(page).toHaveTitle(credit.limit.title)
  await expect(page.getByText('已注销')).toBeVisible()
  await expect(page.getByRole('button', { name: '重新申请额度' })).toBeVisible()

  await page.goto(at(loans.borrow))
  await expect(page.getByText('您的额度已注销，如需借款请重新申请')).toBeVisible()
  await expect(page.getByLabel('借款金额')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: '查看我的额度' }).click()
  await expect(page.getByRole('button', { name: '重新申请额度' })).toBeVisible()
})
