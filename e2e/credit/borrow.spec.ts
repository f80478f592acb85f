import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { expectAccessible, tapThrough } from '../pages/opens-well.ts'
import { besides } from '../pages/shown.ts'
import { agreements, at, credit, identity, loans, repayment } from '../pages/addresses.ts'
import {
  agree,
  askForCode,
  endCodeWait,
  expectSignedIn,
  receivedCode,
  typeCode,
} from '../people/borrower.ts'
import { applyForDraw, chooseDraw, confirmDraw } from '../pages/draw.ts'
import { showFace, simulateFace } from '../devices/face-in-front.ts'
import { phone } from '../devices/phone.ts'
import { test } from '../product/product.ts'
import {
  setBankFault,
  setCardBehaviour,
  listBankTransfers,
  signInWithLimit,
} from '../people/with-limit.ts'

// One borrower on one phone, one draw after the other: on a new phone each would require a face
// check.
test.describe.configure({ mode: 'serial', timeout: 180_000 })

let page: Page
let person: TestPerson
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  page = await (await browser.newContext(phone)).newPage()
  person = await signInWithLimit(page, 'password')
})
test.afterAll(() => page.context().close())

async function payouts() {
  const moved = await listBankTransfers(page, person)
  return moved.filter(({ kind, state }) => kind === 'disbursement' && state === 'done')
}

test('[1.006–1.009, 2.031, 2.062, 2.088, 2.089, 7.066] a borrower draws with a coupon, and finds the documents', async () => {
  await page.getByRole('button', { name: '去借款' }).click()
  await chooseDraw(page, '5000')
  await expect(page.getByText('最优惠')).toBeVisible()
  await expect(page.getByRole('checkbox')).toBeVisible()
  await expectAccessible(page)

  await page.goto(at(loans.chooseCoupon))
  const chosen = page.locator('.card', { has: page.getByRole('button', { name: '已选用' }) })
  const coupon = await chosen.getByRole('heading').innerText()
  await page.goBack()
  await page.getByRole('link', { name: '查看还款计划' }).click()
  await expect(page).toHaveTitle(repayment.instalmentList.title)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(13)
  await expectAccessible(page)
  await page.goBack()
  await page.getByRole('link', { name: '查看本次借款的全部协议' }).click()
  await page.getByRole('button', { name: /借款合同/ }).click()
  await expect(page.getByRole('dialog')).toContainText('5,000.00 元')
  await page.getByRole('button', { name: '已阅读，返回' }).click()
  await page.goBack()
  await applyForDraw(page)
  await confirmDraw(page, person)
  await expect(page.getByText('借款成功，资金已到账')).toBeVisible({ timeout: 30_000 })
  expect(await payouts()).toHaveLength(1)

  await page.getByRole('link', { name: '查看借款协议' }).click()
  await expect(page).toHaveTitle(agreements.agreementsOfLoan.title)
  await expect(page.getByRole('link', { name: /综合融资成本明示表/ })).toBeVisible()
  await page.getByRole('link', { name: /借款合同/ }).click()
  await expect(page.getByRole('img', { name: /^第 1 页/ })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('link', { name: '下载 PDF' })).toHaveAttribute('download', /\.pdf$/)
  await tapThrough(page, [repayment.repayHome, repayment.loanDetail])
  await expect(besides(page, /^优惠券$/)).toHaveText(coupon)
})

test('an agreement is agreed to only at its end, and the page that opened it goes on', async () => {
  await page.goto(
    at(agreements.readAgreementBare, { eventType: '0101', force: '1', to: '/loan/loan' }),
  )
  const toSign = page.getByRole('list', { name: '协议' }).getByRole('link')
  await expect(toSign).toHaveCount(3)
  await expect(page.getByRole('button', { name: '返回' })).toHaveCount(0)
  for (const n of [0, 1, 2]) {
    await toSign.nth(n).click()
    const end = page.getByText('全文完')
    await expect(end).toBeAttached()
    await page.evaluate(async () => {
      // The browser reports what is visible with a frame.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    })
    // A text that fits on the phone counts as read.
    if (n === 0)
      await expect(page.getByRole('button', { name: '阅读至末尾后可继续' })).toBeVisible()
    await end.scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: '同意' }).click()
    await expect(page.getByText('已同意')).toHaveCount(n + 1)
    expect(page.url()).toContain(agreements.readAgreementBare.path)
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: '继续' }).click()
  await expect(page).toHaveTitle(loans.borrow.title)
})

test('a connection lost after the disbursement pays once, and the result is found by polling', async () => {
  const before = await payouts()
  await chooseDraw(page, '3000')
  await applyForDraw(page)
  await setBankFault(page, { cutAfter: true })
  try {
    await confirmDraw(page, person)
    // A returning borrower finds the draw again in any state.
    await page.reload()
    await expect(page.getByText('借款成功，资金已到账')).toBeVisible({ timeout: 60_000 })
  } finally {
    await setBankFault(page, { cutAfter: false })
  }
  expect(await payouts()).toHaveLength(before.length + 1)
})

test('a disbursement that the bank declines releases the limit', async () => {
  await page.goto(at(credit.limit))
  await expect(page.locator('.num-xl')).toContainText('¥')
  const available = await page.locator('.num-xl').textContent()
  await setCardBehaviour(page, person, 'frozen')
  await chooseDraw(page, '2000')
  await applyForDraw(page)
  await confirmDraw(page, person)
  await expect(page.getByText('本次借款未成功')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('银行卡状态异常，可能已冻结或挂失')).toBeVisible()
  await setCardBehaviour(page, person, 'well')
  await page.goto(at(credit.limit))
  await expect(page.locator('.num-xl')).toHaveText(available ?? '')
})

test('[2.064] a slow bank is waited for, and the page can be left', async () => {
  await setCardBehaviour(page, person, 'slow')
  await chooseDraw(page, '1000')
  await applyForDraw(page)
  await confirmDraw(page, person)
  await expect(page.getByText('银行正在放款')).toBeVisible()
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page).toHaveTitle(credit.limit.title)
  // A pending draw is shown before another one can be started.
  await page.goto(at(loans.borrow))
  await expect(page).toHaveTitle(loans.loanResult.title)
  await expect(page.getByText('借款成功，资金已到账')).toBeVisible({ timeout: 60_000 })
  await setCardBehaviour(page, person, 'well')
})

test('[2.148] a large draw requires a face check; until then 额度 shows it, and it can be cancelled for another amount', async () => {
  await page.goto(at(credit.limit))
  // What the page knew of the earlier draws is read again.
  await page.reload()
  const usedBefore = await page.getByText(/^已用 \d/).innerText()
  await chooseDraw(page, '25000')
  await applyForDraw(page)
  await expect(page).toHaveTitle(identity.faceForLoan.title)

  await page.goto(at(repayment.repayHome))
  await expect(page.getByText('有一笔 25,000.00 元的借款还没有放款')).toBeVisible()
  await page.goto(at(credit.limit))
  await expect(page.getByText('待完成的借款')).toBeVisible()
  await expect(page.getByText(usedBefore, { exact: true })).toBeVisible()
  await expect(page.getByText('另有 25,000.00 元为未放款的借款预留')).toBeVisible()
  await expectAccessible(page)
  // A draw in progress is continued, not begun again.
  await page.goto(at(loans.borrow))
  await expect(page).toHaveTitle(identity.faceForLoan.title)

  await page.goto(at(credit.limit))
  await page.getByRole('button', { name: '取消借款' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: '取消借款 25,000.00 元' }).dblclick()
  await expect(page.getByText('待完成的借款')).toBeHidden()
  await expect(page.getByText('另有 25,000.00 元')).toBeHidden()
})

test('[2.148] a phone without a camera hands a draw over to another one, where it becomes a loan', async ({
  browser,
}) => {
  // The form still has the amount of the cancelled draw.
  await page.goto(at(loans.borrow))
  await page.getByRole('button', { name: '清除借款金额' }).click()
  await chooseDraw(page, '24000')
  await applyForDraw(page)
  await expect(page).toHaveTitle(identity.faceForLoan.title)
  await page.evaluate(() => {
    const reason = new DOMException('no camera', 'NotFoundError')
    const value = async () => Promise.reject(reason)
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value })
  })
  await page.getByRole('button', { name: '开始核验' }).click()
  await expect(page).toHaveTitle(identity.faceUnsupported.title)
  const address = await page.locator('.resume-link').innerText()

  const other = await (await browser.newContext(phone)).newPage()
  await simulateFace(other, 'password')
  await other.goto(address)
  await signInHere(other, person)
  await showFace(other, identity.faceForLoan)
  await confirmDraw(other, person)
  await expect(other.getByText('借款成功，资金已到账')).toBeVisible({ timeout: 60_000 })
  await other.context().close()

  // The code on the other phone has ended the session here.
  await page.getByRole('button', { name: '已在别处完成，刷新进度' }).click()
  await endCodeWait(page, person.phone)
  await signInHere(page, person)
  await expect(page.getByText('借款成功，资金已到账')).toBeVisible({ timeout: 60_000 })
  expect((await payouts()).map(({ amountFen }) => amountFen)).toContain('2400000')
})

/** Signs in on the open landing page. */
async function signInHere(on: Page, { phone: number }: TestPerson): Promise<void> {
  await askForCode(on, number)
  await typeCode(on, await receivedCode(on, number))
  await agree(on)
  await on.getByRole('button', { name: '登录并查看额度' }).click()
  await expectSignedIn(on)
}
