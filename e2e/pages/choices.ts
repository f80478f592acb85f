import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { at, notices } from './addresses.ts'
import { rowNamed } from './rows.ts'
import type { Numbers } from './rows.ts'

/** Something that is chosen or typed on a screen. */
type Choice = {
  readonly choose: (page: Page) => Promise<void>
  readonly expectShown: (page: Page) => Promise<void>
}

const tab = (name: string): Choice => ({
  choose: (page) => page.getByRole('tab', { name }).click(),
  expectShown: (page) =>
    expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true'),
})

const radio = (name: string): Choice => ({
  choose: (page) => page.getByRole('radio', { name }).check({ force: true }),
  expectShown: (page) => expect(page.getByRole('radio', { name })).toBeChecked(),
})

const tick = (at: number): Choice => ({
  choose: (page) => page.getByRole('checkbox').nth(at).check({ force: true }),
  expectShown: (page) => expect(page.getByRole('checkbox').nth(at)).toBeChecked(),
})

/** One of several buttons, of which one is pressed. */
const pick = (name: string): Choice => ({
  choose: (page) => page.getByRole('button', { name, exact: true }).click(),
  expectShown: (page) =>
    expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true'),
})

/** The slider beside an amount has the same label. */
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).first()

const text = (label: string, value: string): Choice => ({
  choose: (page) => field(page, label).fill(value),
  expectShown: (page) => expect(field(page, label)).toHaveValue(value),
})

/** A search that is sent by its button. */
const search = (label: string, value: string): Choice => ({
  ...text(label, value),
  choose: async (page) => {
    await field(page, label).fill(value)
    await field(page, label).press('Enter')
  },
})

/** An amount is shown with its decimals once the field is left. */
const amount = (label: string, value: string): Choice => ({
  ...text(label, value),
  expectShown: (page) => expect(field(page, label)).toHaveValue(new RegExp(`^${value}(\\.00)?$`)),
})

/** A choice in a sheet, which is closed again: it is there when the sheet is opened the next time. */
function inSheet(opener: RegExp, choice: Choice): Choice {
  const within = async (page: Page, act: Choice['choose']) => {
    await page.getByRole('button', { name: opener }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await act(page)
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  return {
    choose: (page) => within(page, choice.choose),
    expectShown: (page) => within(page, choice.expectShown),
  }
}

/** The last of several ticks, which only a tap sets. */
const lastTick: Choice = {
  choose: (page) => page.getByRole('checkbox').last().check({ force: true }),
  expectShown: (page) => expect(page.getByRole('checkbox').last()).toBeChecked(),
}

/** A number of days, chosen by a frequent pick or the slider. */
const days = (count: number): Choice => ({
  choose: (page) => page.getByRole('slider', { name: '延期天数' }).fill(String(count)),
  expectShown: (page) =>
    expect(page.getByRole('slider', { name: '延期天数' })).toHaveValue(String(count)),
})

/** All rows of a list that shows some of them first. */
const wholeList: Choice = {
  choose: (page) => page.getByRole('button', { name: /^查看全部 \d+ 期$/ }).click(),
  expectShown: async (page) => {
    await expect(page.getByText(/^第 12\/12 期/).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^查看全部 \d+ 期$/ })).toHaveCount(0)
  },
}

type Choices = {
  readonly screen: string
  readonly choices: readonly Choice[]
  readonly query?: Readonly<Record<string, string>>
  /** How the screen is opened, where its address alone does not. */
  readonly open?: (page: Page) => Promise<void>
}

/** The screens of a customer that lead to a detail, with what can be chosen there. */
export function choicesOfCustomer({ loanNo }: Numbers): readonly Choices[] {
  return [
    {
      screen: 'payEarly',
      query: { loanNo },
      choices: [radio('还一部分'), amount('提前还款金额', '2,000'), radio('缩短还款期限')],
    },
    { screen: 'cashier', query: { pay: `earlyFull*${loanNo}` }, choices: [radio('支付应用')] },
    { screen: 'planChange', query: { pay: `earlyFull*${loanNo}` }, choices: [tab('还款前')] },
    { screen: 'allDue', choices: [tab('按月份')] },
    { screen: 'paymentHistory', choices: [tab('提前还款')] },
    { screen: 'loanHistory', choices: [tab('退款')] },
    { screen: 'deferral', query: { loanNo }, choices: [days(15)] },
    { screen: 'chooseSecondPlan', query: { loanNo }, choices: [radio('6 期')] },
    { screen: 'borrow', choices: [amount('借款金额', '2,000')] },
    { screen: 'signedAgreements', choices: [tab('借款'), radio('按借款'), tick(0)] },
    { screen: 'chooseSettledLoans', choices: [tick(0)] },
    {
      screen: 'sendCertificate',
      open: async (page) => {
        await page.goto(at(rowNamed('creditStatement')))
        await page.getByRole('button', { name: '开具信贷账户证明' }).click()
      },
      choices: [radio('不发邮件，只在这里查看和下载')],
    },
    { screen: 'evidenceList', choices: [tab('已通过')] },
    { screen: 'updateReason', choices: [radio('签发机关变更'), radio('户籍迁移')] },
    { screen: 'supportedBanks', choices: [text('搜索银行', '招商')] },
    { screen: 'mall', choices: [inSheet(/^青石通勤自行车/, radio('6 期'))] },
  ]
}

/** The screens of an overdue customer with a waiver offer and a plan that is not signed. */
export const choicesOfDebtor: readonly Choices[] = [
  { screen: 'payInstalments', choices: [lastTick] },
  { screen: 'payWaiver', choices: [radio('支付应用')] },
  { screen: 'chooseBills', choices: [tick(0)] },
  { screen: 'choosePlan', choices: [pick('24 期')] },
]

/** The screens of a signed consolidation plan. */
export const choicesOfPlan = (loanNo: string): readonly Choices[] => [
  { screen: 'signedPlan', query: { loanNo }, choices: [wholeList] },
  { screen: 'repayPlan', query: { loanNo }, choices: [radio('支付应用')] },
]

/** The lists of the staff area. */
export const choicesOfStaff: readonly Choices[] = [
  { screen: 'handleLoans', choices: [tab('已失效'), radio('困难')] },
  { screen: 'nameList', choices: [search('查询名单', '清河')] },
]

export async function expectAllChoicesKept(page: Page, rows: readonly Choices[]): Promise<void> {
  for (const row of rows) await test.step(row.screen, () => expectChoicesKept(page, row))
}

/** Leaves a screen for a detail; what was chosen is there again after Back, and after a reload of either. */
async function expectChoicesKept(page: Page, { screen: name, query, open, choices }: Choices) {
  const screen = rowNamed(name)
  const expectShown = async () => {
    for (const choice of choices) await choice.expectShown(page)
  }
  await (open ? open(page) : page.goto(at(screen, query)))
  // Until it is open, the screen before is shown.
  await expect(page).toHaveTitle(screen.title)
  for (const { choose } of choices) await choose(page)
  await expectShown()
  await openDetail(page)
  await page.goBack()
  await expect(page).toHaveTitle(screen.title)
  await expectShown()
  await openDetail(page)
  await page.reload()
  await page.goBack()
  await expect(page).toHaveTitle(screen.title)
  await expectShown()
  await page.reload()
  await expectShown()
}

async function openDetail(page: Page): Promise<void> {
  await page.evaluate((path) => (window.location.hash = path), notices.notice.path)
  await expect(page).toHaveTitle(notices.notice.title)
}
