import { devices, expect } from '@playwright/test'
import type { Browser, Locator, Page } from '@playwright/test'
import type { TestPerson } from '@qingzhou/provider-api/test-people'
import { expectAccessible } from '../pages/opens-well.ts'
import { at, evidence, repayment, staff } from '../pages/addresses.ts'
import { personOf } from '../people/applicant.ts'
import { runCommand } from '../product/command.ts'
import { uploadOverBrokenLine } from '../devices/broken-line.ts'
import { borrow } from '../pages/draw.ts'
import { simulateFace } from '../devices/face-in-front.ts'
import { chooseNameFile, nameFiles } from '../people/name-files.ts'
import { photoOfReceipt, scanOfContract } from '../people/upload-files.ts'
import { phone } from '../devices/phone.ts'
import { test } from '../product/product.ts'
import { signInAsStaff, addStaffMember, type StaffMember } from '../people/staff-member.ts'
import { signInWithLimit } from '../people/with-limit.ts'

// One loan, and everyone involved with its evidence.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const onPhone = { ...phone, viewport: { width: 390, height: 844 } }
const atComputer = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } }

const person: TestPerson = personOf('listed-employee')
let operator: StaffMember
let reviewer: StaffMember
let operatorPage: Page
let reviewerPage: Page
let reviewerPhone: Page
let borrowerPage: Page
const opened: Page[] = []

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  // As admin, the uploader has the reviewer's permissions: only the upload prevents the review.
  operator = await addStaffMember('operator', { name: '周立群', roles: 'operator,admin' })
  reviewer = await addStaffMember('reviewer', { name: '吴望舒', roles: 'reviewer' })
  operatorPage = await openPage(browser, onPhone)
  reviewerPage = await openPage(browser, atComputer)
  borrowerPage = await openPage(browser, onPhone)
})
test.afterAll(async () => {
  for (const page of opened) await page.context().close()
})

async function openPage(browser: Browser, device: typeof onPhone | typeof atComputer) {
  const page = await (await browser.newContext(device)).newPage()
  opened.push(page)
  page.setDefaultTimeout(20_000)
  // A page that still fades in has intermediate colours.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page
}

test('a file with an invalid row is refused with its line number, and nothing is imported', async () => {
  const page = operatorPage
  await page.goto(at(staff.staffHome))
  await expectAccessible(page)
  await signInAsStaff(page, operator)
  await expectAccessible(page)
  await page.getByRole('link', { name: /^员工贷名单/ }).click()
  await expect(page).toHaveTitle(staff.nameList.title)
  await expect(page.getByText('名单还是空的')).toBeVisible()
  await expectAccessible(page)

  await chooseNameFile(page, '选择文件导入', nameFiles.withBadRow)
  await expect(page.getByText(/文件有 1 处问题，没有导入任何一行/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('row').nth(1)).toHaveText(/^3身份证号/)
  await expect(page.getByText('名单还是空的')).toBeVisible()
  await expectAccessible(page)
})

test('[1.028, 6.006] a valid workbook is imported; an employee on the roster is found and removed', async () => {
  const page = operatorPage
  await chooseNameFile(page, '改好了，重新选择文件', nameFiles.good(person))
  await expect(page.getByText('导入完成：新增 13 人')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: '知道了' }).click()
  await expect(page.getByText('共 13 人')).toBeVisible()
  await expectAccessible(page)

  const rows = page.getByRole('list', { name: '名单' }).getByRole('listitem')
  await expect(rows).toHaveCount(10)
  await search(page, nameFiles.leaver.idNumber)
  await expect(rows).toHaveCount(1)
  await page.getByRole('button', { name: /^移出/ }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: '确认移出名单' }).click()
  await expect(page.getByText('没有找到相符的客户')).toBeVisible()
  await search(page, person.phone)
  await expect(rows).toHaveCount(1)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出结果' }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/)
})

async function search(page: Page, wanted: string): Promise<void> {
  await page.getByRole('searchbox').fill(wanted)
  await page.getByRole('button', { name: '查询', exact: true }).click()
}

test('[6.007] another employee is added by hand, and the form stays open for the next', async () => {
  const page = operatorPage
  await page.getByRole('link', { name: '新增名单' }).click()
  await expect(page).toHaveTitle(staff.addName.title)
  await expectAccessible(page)
  const { name, idNumber, mobile, employer } = nameFiles.leaver
  await page.getByLabel('姓名').fill(name)
  await page.getByLabel('身份证号').fill(idNumber)
  await page.getByLabel('手机号', { exact: true }).fill(mobile)
  await page.getByLabel('单位').fill(employer)
  await page.getByRole('button', { name: '保存并录入下一位' }).click()
  await expect(page.getByLabel('姓名')).toHaveValue('')
  await expect(page.getByLabel('单位')).toHaveValue(employer)
})

test('an employee on the roster borrows, and loan-use evidence is due', async () => {
  test.setTimeout(240_000)
  const page = borrowerPage
  await simulateFace(page, person.key)
  await signInWithLimit(page, person.key)
  await borrow(page, { person, amount: '6000' })
  await page.goto(at(repayment.repayHome))
  await page.getByRole('link', { name: /借款用途凭证/ }).click()
  await expect(page).toHaveTitle(evidence.evidenceDue.title)
  await expect(page.getByText(/还剩 \d+ 天/)).toBeVisible()
  await expectAccessible(page)
})

test('[1.024, 6.008] an operator submits on behalf of the borrower, and may not review it, even as admin', async () => {
  const page = operatorPage
  await page.goto(at(staff.staffHome))
  await page
    .getByRole('navigation', { name: '待办' })
    .getByRole('link', { name: /待上传/ })
    .click()
  await expect(page).toHaveTitle(staff.handleLoans.title)
  await expectAccessible(page)
  await page.getByRole('link', { name: /6,000\.00/ }).click()
  await expect(page).toHaveTitle(staff.staffEvidence.title)
  await expect(page.getByText(person.name)).toHaveCount(0)
  await expect(page.getByText('101001')).toBeVisible()
  await page.getByLabel('选择文件').setInputFiles(await photoOfReceipt(page))
  await expectAccessible(page)
  await page.getByRole('button', { name: '提交 1 个文件' }).click()
  await expect(page.getByText('第 1 次提交')).toBeVisible()
  await expectAccessible(page)

  await expect(page.getByRole('link', { name: '去审核' })).toHaveCount(0)
  await page.goto(at(staff.handleLoans, { source: '1' }))
  await expect(page.getByText('本人上传')).toBeVisible()
  await page.getByRole('link', { name: /6,000\.00/ }).click()
  await expect(page).toHaveTitle(staff.reviewEvidence.title)
  await expect(page.getByText(/须由其他同事审核/)).toBeVisible()
  await expect(page.getByRole('button', { name: '审核通过' })).toHaveCount(0)
  await expectAccessible(page)
})

test('[1.029, 6.009] a reviewer inspects the files, and rejects them with a reason', async () => {
  const page = reviewerPage
  await signInAsStaff(page, reviewer)
  await expectAccessible(page)
  await page
    .getByRole('navigation', { name: '待办' })
    .getByRole('link', { name: /待审核/ })
    .click()
  await expect(page).toHaveTitle(staff.handleLoans.title)
  const preview = page.getByRole('region', { name: '凭证预览' })
  await expectPictureSeen(preview)
  await expectAccessible(page)
  await page
    .getByRole('row')
    .getByRole('link', { name: /6,000\.00/ })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(staff.reviewEvidence.title)
  await expectPictureSeen(page.getByRole('main'))
  await page.getByRole('button', { name: '放大' }).click()
  await page.getByRole('button', { name: /旋转/ }).click()
  await expectAccessible(page)

  await page.getByRole('button', { name: '不通过' }).click()
  await page.getByText('缺少付款', { exact: true }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: '确认不通过' }).click()
  await expect(page.getByText('待审核的凭证都处理完了')).toBeVisible()
  await expectAccessible(page)
})

async function expectPictureSeen(place: Locator): Promise<void> {
  const picture = place.getByRole('img', { name: /购物小票/ })
  await expect(async () => {
    // The locator selects a picture.
    const width = await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)
    expect(width).toBeGreaterThan(0)
  }).toPass()
}

test('[1.025] the borrower reads why, and uploads again over a connection that breaks', async () => {
  const page = borrowerPage
  await page.reload()
  await expect(page.getByText(/缺少付款记录/)).toBeVisible()
  await expectAccessible(page)
  // Sent by a task, which may come after the page.
  await expect.poll(() => newestMessage(page)).toContain('缺少付款记录')
  await page.getByRole('link', { name: '重新上传凭证' }).click()
  await expect(page).toHaveTitle(evidence.uploadEvidence.title)
  await expect(page.getByText(/上次未通过：缺少付款记录/)).toBeVisible()
  await page.getByRole('button', { name: /^移除/ }).click()
  await expect(page.getByRole('button', { name: /^移除/ })).toHaveCount(0)

  await uploadOverBrokenLine(page, await scanOfContract(page))
  await page.getByLabel('选择文件').setInputFiles(await photoOfReceipt(page))
  await expect(page.getByRole('button', { name: /^移除/ })).toHaveCount(2)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: '提交凭证' }).click()
  await page.getByRole('button', { name: '提交 2 个文件' }).click()
  await expect(page).toHaveTitle(evidence.evidence.title)
  await expect(page.getByText('人工审核中')).toBeVisible()
  await expectAccessible(page)
})

/** The newest message to the borrower's phone. */
async function newestMessage(page: Page): Promise<string> {
  const params = { phone: person.phone, limit: 1 }
  const answer = await page.request.get('/sandbox/inbox', { params })
  // The shape is defined by the sandbox's routes.
  const { messages } = (await answer.json()) as { messages: { text: string }[] }
  return messages[0]?.text ?? ''
}

test('the reviewer approves the evidence on a phone, and the borrower sees it', async ({
  browser,
}) => {
  const page = await openPage(browser, onPhone)
  reviewerPhone = page
  await signInAsStaff(page, reviewer)
  await page.goto(at(staff.handleLoans, { source: '1' }))
  await page.getByRole('link', { name: /6,000\.00/ }).click()
  await page.getByRole('button', { name: '查看 购买合同.pdf' }).click()
  await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '审核通过' }).click()
  await page.getByRole('button', { name: /^确认通过 .+ 的凭证$/ }).click()
  await expect(page.getByText('待审核的凭证都处理完了')).toBeVisible()

  await borrowerPage.goto(at(evidence.evidenceList, { state: 'approved' }))
  await expectAccessible(borrowerPage)
  await borrowerPage.getByRole('link', { name: /6,000\.00/ }).click()
  await expect(borrowerPage.getByText('审核通过')).toBeVisible()
  await expectAccessible(borrowerPage)
})

test('[3.037] every page of the staff area opens correctly on a computer', async ({ browser }) => {
  const page = await openPage(browser, atComputer)
  await signInAsStaff(page, operator)
  await page.goto(at(staff.handleLoans, { source: '2' }))
  const link = page.getByRole('link', { name: /6,000\.00/ })
  const query = Object.fromEntries(
    new URLSearchParams((await link.getAttribute('href'))?.split('?')[1]),
  )
  for (const screen of Object.values(staff)) {
    await page.goto(at(screen, query))
    await expect(page).toHaveTitle(screen.title)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessible(page)
  }
})

test('a reviewer changes the password at the computer, and the phone must sign in again', async () => {
  const page = reviewerPage
  await page.getByRole('link', { name: '修改密码' }).click()
  await expect(page).toHaveTitle(staff.changePassword.title)
  const change = async (old: string) => {
    await page.getByLabel('原密码', { exact: true }).fill(old)
    await page.getByLabel('新密码', { exact: true }).fill('Fresh_Water_2')
    await page.getByLabel('再次输入新密码', { exact: true }).fill('Fresh_Water_2')
    await page.getByRole('button', { name: '确认修改密码' }).click()
  }
  await change('Wrong_Water_1')
  await expect(page.getByText('原密码有误，还可以再试 4 次')).toBeVisible()
  await expectAccessible(page)
  await change(reviewer.password)
  await expect(page.getByRole('status').filter({ hasText: '密码已修改' })).toBeVisible()

  await reviewerPhone.goto(at(staff.handleLoans, { source: '2' }))
  await expect(reviewerPhone).toHaveTitle(staff.staffHome.title)
  await signInAsStaff(reviewerPhone, { ...reviewer, password: 'Fresh_Water_2' })
})

test('every action is in the staff log, and the log is unchanged', async () => {
  const said = await runCommand('audit', ['verify'])
  expect(said).toMatch(/^What staff did: \d+ rows read, all as they were written\.$/m)
})
