import { devices, expect, type Browser, type Page } from '@playwright/test'
import { newNameOf } from '@qingzhou/provider-api/test-people'
import { expectEveryLook } from '../pages/desk-looks.ts'
import { personOf } from '../people/applicant.ts'
import { callAs } from '../people/caller.ts'
import { borrowByCall, payOffByCall } from '../people/calls-of-a-borrower.ts'
import { addStaffMember, signInAsStaff } from '../people/staff-member.ts'
import { photoOfReceipt, type UploadFile } from '../people/upload-files.ts'
import {
  advanceBusinessDate,
  businessDate,
  dateAfter,
  grantLimit,
  setCardBehaviour,
} from '../people/with-limit.ts'
import { test } from '../product/product.ts'

test.use({
  ...devices['Desktop Chrome'],
  viewport: { width: 1280, height: 900 },
  actionTimeout: 30_000,
})

type Act = {
  readonly kind: string
  readonly fields: Readonly<Record<string, string>>
  readonly needsEvidence?: boolean
}
/** What the other person sees of a correction of a name. */
type Names = readonly [before: string, after: string]

async function openDesk(browser: Browser, roles: string, name: string, suffix: string) {
  const page = await (await browser.newContext({ ...devices['Desktop Chrome'] })).newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signInAsStaff(page, await addStaffMember(`${roles}-${suffix}`, { name, roles }))
  return page
}

async function fillAct(agent: Page, customer: string, { kind, fields }: Act): Promise<void> {
  await agent.goto(customer)
  await agent.getByRole('button', { name: '发起提议' }).click()
  const drawer = agent.getByRole('dialog')
  await drawer.getByRole('combobox', { name: '事项' }).selectOption({ label: kind })
  for (const [label, value] of Object.entries(fields)) {
    const field = drawer.getByLabel(label, { exact: true })
    const isChoice = await field.evaluate((element) => element.matches('select'))
    await (isChoice ? field.selectOption({ label: value }) : field.fill(value))
  }
  await drawer.getByLabel(/^提议理由/).fill('客户来电，已核实')
}

/** Fills the form of an act and proposes it; returns the number of the proposal. */
async function proposeAct(agent: Page, customer: string, act: Act, file: UploadFile) {
  await fillAct(agent, customer, act)
  await agent.getByRole('button', { name: `提交${act.kind}提议` }).click()
  await expect(agent).toHaveURL(/\/inbox\/P\d+/)
  if (act.needsEvidence) {
    await agent.getByLabel('添加文件').setInputFiles(file)
    await expect(agent.getByRole('button', { name: file.name })).toBeVisible()
  }
  return new URL(agent.url()).pathname.split('/').at(-1) ?? ''
}

async function approveAct(reviewer: Page, { kind }: Act, proposalNo: string): Promise<void> {
  await reviewer.goto(`/console/inbox/${proposalNo}`)
  await reviewer.getByRole('button', { name: `同意${kind}` }).click()
  await expect(reviewer.getByText('已执行').first()).toBeVisible()
}

test('each kind of act is proposed, approved by another member and executed; what the law retains is not erased', async ({
  browser,
  page,
  product,
}, info) => {
  test.setTimeout(360_000)
  const person = personOf('password')
  await grantLimit(page, person)
  const borrower = await callAs(product.address, person)
  const { loanNo } = await borrowByCall(borrower, { amountFen: 6_000_00n })
  const other = await borrowByCall(borrower, { amountFen: 3_000_00n })
  const paymentNo = `${await payOffByCall(borrower, other.loanNo)}-1`
  // The first bill is due and its debit fails, so that money which is booked pays something.
  await setCardBehaviour(page, person, 'frozen')
  await advanceBusinessDate(page, 31)
  const today = await businessDate(page)
  const suffix = info.testId.slice(-6)
  const agent = await openDesk(browser, 'operator', '纪南星', suffix)
  const reviewer = await openDesk(browser, 'reviewer', '温叙言', suffix)
  await agent.goto('/console/customers')
  await agent.getByRole('search').getByRole('textbox').fill(person.phone)
  await agent.keyboard.press('Enter')
  await expect(agent.getByText('账户正常')).toBeVisible()
  const customer = new URL(agent.url()).pathname
  const file = await photoOfReceipt(page)

  const carryOut = async (act: Act, names?: Names) => {
    const proposalNo = await proposeAct(agent, customer, act, file)
    if (names) {
      await reviewer.goto(`/console/inbox/${proposalNo}`)
      const check = reviewer.getByRole('region', { name: '姓名核对' })
      await expect(check.getByRole('definition')).toHaveText([...names])
      await expect(check.getByRole('img', { name: file.name })).toBeVisible()
      await expectEveryLook(reviewer, 'names', info)
    }
    await approveAct(reviewer, act, proposalNo)
    return proposalNo
  }

  const booked = await carryOut({
    kind: '登记转账还款',
    fields: {
      借据号: loanNo,
      '金额（元）': '100.00',
      到账日: today,
      银行流水号: `TRANSFER-${suffix}`,
    },
  })
  await carryOut({ kind: '冲销误记还款', fields: { 还款编号: booked } })
  await carryOut({
    kind: '冲正还款',
    fields: { 还款编号: paymentNo, 日期: today, 原因: '银行退回' },
  })
  await carryOut({
    kind: '发放优惠券',
    fields: {
      天数: '7',
      '最低借款金额（元）': '1000.00',
      最后有效日: dateAfter(today, 30),
    },
  })
  await carryOut({
    kind: '困难帮扶',
    fields: { 借据号: loanNo, 天数: '30', '新年化利率（%）': '6', 到期罚息: '不减免' },
    needsEvidence: true,
  })
  await carryOut({
    kind: '更正紧急联系人',
    fields: {
      婚姻状况: '已婚',
      联系人一姓名: '周明',
      联系人一关系: '配偶',
      联系人一手机号: '13900001111',
      联系人二姓名: '周晴',
      联系人二关系: '父母',
      联系人二手机号: '13900002222',
    },
    needsEvidence: true,
  })
  await carryOut({
    kind: '更正单位信息',
    fields: {
      单位名称: '云栖科技有限公司',
      所属行业: '教育',
      职位: '专业技术人员',
      月收入: '8,000 至 9,999 元',
      地区代码: '310104',
      详细地址: '建设路 5 号',
      单位电话: '021-61234567',
    },
    needsEvidence: true,
  })
  const name = newNameOf(person)
  await carryOut({ kind: '更正姓名', fields: { 姓名: name }, needsEvidence: true }, [
    person.name,
    name,
  ])

  await fillAct(agent, customer, { kind: '删除个人资料', fields: {} })
  await expect(agent.getByRole('dialog').getByText(/资料须/)).toBeVisible()
  await expect(agent.getByRole('button', { name: /^提交删除个人资料提议/ })).toBeDisabled()
  for (const one of [agent, reviewer]) await one.context().close()
})
