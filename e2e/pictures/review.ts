import { expect } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { at, evidence, staff } from '../pages/addresses.ts'
import { personOf } from '../people/applicant.ts'
import { signInLink } from '../people/borrower.ts'
import { borrowByCall } from '../people/calls-of-a-borrower.ts'
import { callAs } from '../people/caller.ts'
import { chooseNameFile, nameFiles } from '../people/name-files.ts'
import type { UploadFile } from '../people/upload-files.ts'
import { signInAsStaff, addStaffMember } from '../people/staff-member.ts'
import { grantLimit } from '../people/with-limit.ts'

const employee = personOf('listed-employee')

/** An employee on the roster borrows and submits loan-use evidence. */
export async function submitTestEvidence(
  page: Page,
  { browser, address }: { readonly browser: Browser; readonly address: string },
): Promise<void> {
  const office = await browser.newPage()
  await signInAsStaff(office, await addStaffMember('lister', { name: '周立群', roles: 'operator' }))
  await office.goto(at(staff.nameList))
  await chooseNameFile(office, '选择文件导入', nameFiles.good(employee))
  await expect(office.getByText('导入完成：新增 13 人')).toBeVisible({ timeout: 30_000 })
  await office.close()

  await grantLimit(page, employee)
  await borrowByCall(await callAs(address, employee), { amountFen: 6_000_00n })
  const { url } = await signInLink(page, { phone: employee.phone, path: '/landChannel' })
  await page.goto(url)
  await page.waitForURL(/user\/limit/)
  await page.goto(at(evidence.evidenceDue))
  await page
    .getByRole('link', { name: /上传凭证/ })
    .first()
    .click()
  await page.getByLabel('选择文件').setInputFiles(await photoOfInvoice(page))
  await expect(page.getByRole('button', { name: /^移除/ })).toHaveCount(1)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.getByRole('button', { name: '提交凭证' }).click()
  await page.getByRole('button', { name: '提交 1 个文件' }).click()
  await expect(page).toHaveTitle(evidence.evidence.title)
}

/** A reviewer opens the evidence. */
export async function openReview(page: Page): Promise<void> {
  await signInAsStaff(page, await addStaffMember('judge', { name: '吴望舒', roles: 'reviewer' }))
  await page.goto(at(staff.handleLoans, { source: '1' }))
  await page.getByRole('link', { name: /6,000\.00/ }).click()
  await expect(page).toHaveTitle(staff.reviewEvidence.title)
  await expect(page.getByRole('img', { name: /销售发票/ })).toBeVisible()
}

/** A photo of an invoice for what the money was spent on. */
async function photoOfInvoice(page: Page): Promise<UploadFile> {
  const sheet = await page.context().newPage()
  await sheet.setViewportSize({ width: 960, height: 660 })
  await sheet.setContent(invoice)
  const buffer = await sheet.screenshot({ type: 'jpeg', quality: 90 })
  await sheet.close()
  return { name: '销售发票.jpg', mimeType: 'image/jpeg', buffer }
}

const invoice = `<!doctype html>
<style>
  body { font: 22px sans-serif; margin: 48px 56px; color: #0f252a }
  h1 { font-size: 34px; text-align: center; border-bottom: 3px double #0f252a; padding-bottom: 16px }
  table { width: 100%; border-collapse: collapse; margin: 28px 0 }
  td, th { border: 1px solid #748a90; padding: 14px; text-align: left; font-weight: normal }
  td:nth-child(n + 2), th:nth-child(n + 2) { text-align: right }
  p { display: flex; justify-content: space-between }
</style>
<h1>云泽家电 销售发票</h1>
<p><span>发票号码 2026 1115 0018</span><span>购买方 叶知秋</span></p>
<table>
  <tr><th>商品</th><th>数量</th><th>单价（元）</th><th>金额（元）</th></tr>
  <tr><td>滚筒洗衣机 10 公斤</td><td>1</td><td>2,499.00</td><td>2,499.00</td></tr>
  <tr><td>对开门冰箱 520 升</td><td>1</td><td>3,501.00</td><td>3,501.00</td></tr>
  <tr><td>合计（大写）陆仟元整</td><td></td><td></td><td>6,000.00</td></tr>
</table>
<p><span>付款方式 储蓄卡</span><span>开票人 王远</span></p>`
