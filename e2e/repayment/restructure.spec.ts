import { devices, expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, repayment, restructure, staff } from '../pages/addresses.ts'
import { confirmByCode } from '../people/borrower.ts'
import { borrowInMessenger } from '../people/in-messenger.ts'
import { installBridge } from '../devices/messenger-bridge.ts'
import { showFace } from '../devices/face-in-front.ts'
import { photoOfReceipt } from '../people/upload-files.ts'
import {
  chooseMonths,
  goToFaceCheck,
  goToSignature,
  openPlans,
  fillSigner,
  signPlan,
  tickBill,
} from '../pages/plan-signing.ts'
import { expectTypedKept, openOnSecondPhone } from '../pages/typed.ts'
import { test } from '../product/product.ts'
import { sumAmounts, amountIn, besides, inYuan } from '../pages/shown.ts'
import { signInAsStaff, addStaffMember } from '../people/staff-member.ts'
import {
  readBooks,
  waitForEndOfDay,
  setCardBehaviour,
  advanceBusinessDate,
} from '../people/with-limit.ts'

// One overdue borrower, and the reviewer of their hardship document.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const MONTHS = 12
const MONTHS_IN_HARDSHIP = 48
let page: Page
let person: TestPerson
/** The quoted amount of the new loan, and its total cost. */
let quoted: { readonly owed: string; readonly total: string }

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  ;({ page, person } = await borrowInMessenger(browser, { key: 'replanner', amount: '9000' }))
  await installBridge(page, 'pay')
  await setCardBehaviour(page, person, 'frozen')
  // The first instalment is due a month later.
  await advanceBusinessDate(page, 31 + 5)
  await waitForEndOfDay(page, person)
})
test.afterAll(async () => {
  await setCardBehaviour(page, person, 'well')
  await page.context().close()
})

test('an overdue borrower chooses the bill, and is told what a long term requires', async () => {
  await tickBill(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: '下一步，选择期数' }).click()
  await expect(page).toHaveTitle(restructure.choosePlan.title)
  await chooseMonths(page, MONTHS_IN_HARDSHIP)
  await expectAccessible(page)
  await page.getByRole('link', { name: '上传困难证明' }).click()

  await expect(page).toHaveTitle(restructure.uploadDocuments.title)
  await expectAccessible(page)
  await page.getByRole('button', { name: '开始上传' }).click()
  await page.getByLabel('选择文件').setInputFiles(await photoOfReceipt(page))
  await expect(page.getByRole('button', { name: /^移除/ })).toHaveCount(1)
  const note = page.getByLabel(/^情况说明/)
  await note.fill('公司停业，目前没有收入')
  await expectAccessible(page)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expectTypedKept(page, async () => {
    await expect(note).toHaveValue('公司停业，目前没有收入')
    await expect(page.getByRole('button', { name: /^移除/ })).toHaveCount(1)
  })
  // While the file is being uploaded, the button only shows that.
  await expect(async () => {
    await page.getByRole('button', { name: '提交资料' }).click({ timeout: 5_000 })
    await expect(page.getByRole('button', { name: '提交 1 个文件' })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 30_000 })
  await page.getByRole('button', { name: '提交 1 个文件' }).click()
  await expect(page).toHaveTitle(restructure.documents.title)
  await expect(page.getByText('人工审核中')).toBeVisible()
  await expectAccessible(page)
})

test('a reviewer approves the document, and the long term becomes available', async ({
  browser,
}) => {
  const reviewer = await addStaffMember('plan-reviewer', { name: '严守信', roles: 'reviewer' })
  const desk = await (await browser.newContext(devices['Desktop Chrome'])).newPage()
  await desk.emulateMedia({ reducedMotion: 'reduce' })
  await signInAsStaff(desk, reviewer)
  await desk.goto(at(staff.handleLoans, { source: '1', subject: 'hardship' }))
  await desk.getByRole('link', { name: /9,000\.00/ }).click()
  await expect(desk).toHaveTitle(staff.reviewEvidence.title)
  await expectAccessible(desk)
  await desk.getByRole('button', { name: '审核通过' }).click()
  await desk.getByRole('button', { name: /^确认通过 .+ 的凭证$/ }).click()
  await expect(desk.getByText('待审核的凭证都处理完了')).toBeVisible()
  await desk.context().close()

  await page.reload()
  await expect(page.getByText(/前签约有效/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '继续申请分期' }).click()
  await expect(page).toHaveTitle(restructure.choosePlan.title)
  await expect(page.getByRole('button', { name: `按 ${MONTHS_IN_HARDSHIP} 期申请` })).toBeEnabled()
})

test('a plan of twelve instalments is chosen and its signer verified; the interrupted plan is resumed', async () => {
  await chooseMonths(page, MONTHS)
  quoted = {
    owed: amountIn(await page.locator('.num-lg').first().innerText()),
    total: amountIn(await besides(page, '还款合计').innerText()),
  }
  await page.getByRole('button', { name: `按 ${MONTHS} 期申请` }).click()

  await expect(page).toHaveTitle(restructure.verifyPerson.title)
  await expectAccessible(page)
  await fillSigner(page, person)
  await expectAccessible(page)
  await contactName(page).fill('陈知行')
  await expectTypedKept(page, () => expect(contactName(page)).toHaveValue('陈知行'))

  await openPlans(page)
  await page.reload()
  await expect(page.getByText('您有一个待签约的方案')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '继续签约' }).click()
  await expect(page).toHaveTitle(restructure.planContacts.title)
})

const contactName = (on: Page) => on.getByLabel('姓名').first()

test('contacts, card and face check come before the signature, and another phone has what was saved', async ({
  browser,
}) => {
  const other = await openOnSecondPhone(browser, person, restructure.planContacts)
  await expect(contactName(other)).not.toHaveValue(/^(陈知行)?$/)
  await goToFaceCheck(page, person)
  await other.evaluate((path) => (window.location.hash = path), restructure.chooseBills.path)
  await expect(other).toHaveTitle(restructure.chooseBills.title)
  await other.goBack()
  await expect(contactName(other)).toHaveValue('陈知行')
  await other.context().close()
  await setFaceFault({ decline: true })
  try {
    await showFace(page, restructure.planFace)
    await expect(page).toHaveTitle(restructure.planFaceFailed.title)
    await expectAccessible(page)
  } finally {
    await setFaceFault({ decline: false })
  }
  await page.getByRole('button', { name: '重新核验' }).click()
  await goToSignature(page)
  await expect(page.getByRole('main')).toContainText(inYuan(quoted.owed))
  expect(amountIn(await besides(page, '还款合计').innerText())).toBe(quoted.total)
  await expectAccessible(page)
})

async function setFaceFault(fault: { readonly decline: boolean }): Promise<void> {
  const data = { provider: 'face', ...fault }
  expect((await page.request.post('/sandbox/faults', { data })).ok()).toBe(true)
}

test('[1.021] the plan is signed after the cost sheet was read, and the books match the quote', async () => {
  await page.getByRole('button', { name: `去签约，分 ${MONTHS} 期还` }).click()
  await expect(page.getByText('请先阅读并勾选同意').first()).toBeVisible()
  await signPlan(page, MONTHS)
  await expectAccessible(page)

  const { loans, entries } = await readBooks(page, person)
  const [signed] = loans.filter(({ isSettled }) => !isSettled)
  // The penalty is taken over beside the amount, as it never bears interest.
  const penalties = entries.filter(
    ({ debit, credit }) => debit === 'penalty' && credit === 'conversion',
  )
  expect(signed?.months).toBe(MONTHS)
  expect(sumAmounts([signed?.amount ?? '', ...penalties.map(({ amount }) => amount)])).toBe(
    quoted.owed,
  )
  expect(loans.filter(({ isSettled }) => isSettled)).toEqual([
    expect.objectContaining({ amount: '9000.00', owed: '0.00' }),
  ])
  const converted = (side: 'debit' | 'credit') =>
    sumAmounts(entries.filter((entry) => entry[side] === 'conversion').map(({ amount }) => amount))
  expect([converted('debit'), converted('credit')]).toEqual([quoted.owed, quoted.owed])
})

test('the first instalment is paid manually', async () => {
  await setCardBehaviour(page, person, 'well')
  await page.getByRole('link', { name: '查看签约详情' }).click()
  await expect(page).toHaveTitle(restructure.signedPlan.title)
  await expect(page.locator('.num-xl')).toHaveText(`¥${inYuan(quoted.total)}`)
  await expectAccessible(page)
  await page.getByRole('link', { name: '还款', exact: true }).click()
  await expect(page).toHaveTitle(restructure.repayPlan.title)
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.getByRole('radio', { name: /农业银行/ }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^确认还款/ }).click()
  await expect(page).toHaveTitle(repayment.confirmPayment.title)
  await confirmByCode(page, person)
  await expect(page.getByText('还款成功')).toBeVisible({ timeout: 60_000 })

  await page.goto(at(restructure.signedPlans))
  await expect(page.getByText(`已还 1/${MONTHS} 期`)).toBeVisible()
  await expectAccessible(page)
})

test('the rest is paid early, and the plan is settled', async () => {
  await advanceBusinessDate(page, 40)
  await waitForEndOfDay(page, person)
  await page.getByRole('link', { name: /^个性化分期/ }).click()
  await page.getByRole('link', { name: '提前还款' }).click()
  await expect(page).toHaveTitle(repayment.payEarly.title)
  await page.getByRole('button', { name: /^去支付 [\d,.]+ 元$/ }).click()
  await page.getByRole('radio', { name: /^消息应用支付/ }).click()
  await page.getByRole('button', { name: /^确认还款/ }).click()
  await expect(page.getByText('还款成功，借款已结清')).toBeVisible({ timeout: 60_000 })

  await page.goto(at(restructure.signedPlans))
  await page.getByRole('link', { name: /^个性化分期 ?已结清/ }).click()
  await expect(page.getByText('这份分期已经全部还清')).toBeVisible()
  await expectAccessible(page)
  const paid = amountIn(await page.locator('.num-xl').innerText())

  const { loans, entries } = await readBooks(page, person)
  expect(loans.map(({ owed }) => owed)).toEqual(['0.00', '0.00'])
  const [signed] = loans.filter(({ amount }) => amount !== '9000.00')
  const received = entries.filter(
    ({ loanNo, event, debit }) =>
      loanNo === signed?.loanNo && debit === 'clearing' && event !== 'conversion',
  )
  expect(sumAmounts(received.map(({ amount }) => amount))).toBe(paid)
})
