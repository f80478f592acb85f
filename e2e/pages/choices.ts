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

/** The slider beside an amount has the same label. */
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true }).first()

const text = (label: string, value: string): Choice => ({
  choose: (page) => field(page, label).fill(value),
  expectShown: (page) => expect(field(page, label)).toHaveValue(value),
})

/** An amount is shown with its decimals once the field is left. */
const amount = (label: string, value: string): Choice => ({
  ...text(label, value),
  expectShown: (page) => expect(field(page, label)).toHaveValue(new RegExp(`^${value}(\\.00)?$`)),
})

type Choices = {
  readonly screen: string
  readonly choices: readonly Choice[]
  readonly query?: Readonly<Record<string, string>>
}

/** The screens of a customer that lead to a detail, with what can be chosen there. */
export function choicesOfCustomer({ loanNo }: Numbers): readonly Choices[] {
  return [
    {
      screen: 'payEarly',
      query: { loanNo },
      choices: [radio('还一部分'), amount('提前还款金额', '2,000')],
    },
    { screen: 'allDue', choices: [tab('按月份')] },
    { screen: 'paymentHistory', choices: [tab('提前还款')] },
    { screen: 'loanHistory', choices: [tab('退款')] },
    { screen: 'borrow', choices: [amount('借款金额', '2,000')] },
    { screen: 'signedAgreements', choices: [tab('借款'), radio('按借款'), tick(0)] },
  ]
}

export async function expectAllChoicesKept(page: Page, rows: readonly Choices[]): Promise<void> {
  for (const row of rows) await test.step(row.screen, () => expectChoicesKept(page, row))
}

/** Leaves a screen for a detail; what was chosen is there again after Back, and after a reload. */
async function expectChoicesKept(page: Page, row: Choices): Promise<void> {
  const screen = rowNamed(row.screen)
  await page.goto(at(screen, row.query))
  // Until it is open, the screen before is shown.
  await expect(page).toHaveTitle(screen.title)
  for (const { choose } of row.choices) await choose(page)
  for (const { expectShown } of row.choices) await expectShown(page)
  await page.evaluate((path) => (window.location.hash = path), notices.notice.path)
  await expect(page).toHaveTitle(notices.notice.title)
  await page.goBack()
  for (const { expectShown } of row.choices) await expectShown(page)
  await page.reload()
  for (const { expectShown } of row.choices) await expectShown(page)
}
