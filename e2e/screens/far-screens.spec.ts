import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import type { Route } from '@qingzhou/web/src/app/routes.ts'
import {
  account,
  agreements,
  credit,
  limitCancellation,
  onboarding,
  profile,
  repayment,
  settlement,
} from '../pages/addresses.ts'
import { borrowByCall } from '../people/calls-of-a-borrower.ts'
import { callAs } from '../people/caller.ts'
import { signInWithLimit } from '../people/with-limit.ts'
import { test } from '../product/product.ts'

const tabs = [credit.limit, repayment.repayHome, account.mine]

/** Taps what the visible screen calls by a name that begins so: a link, a button or a choice. */
async function tap(page: Page, words: string): Promise<void> {
  const name = new RegExp(`^${words}`)
  const choice = page.getByRole('button', { name }).or(page.getByRole('radio', { name }))
  await page.getByRole('link', { name }).or(choice).filter({ visible: true }).first().click()
}

/** Taps a tab and what follows on each screen, and returns by the arrows to the tabs. */
async function expectReached(page: Page, [way, to]: readonly [string, Route]): Promise<void> {
  await test.step(way, async () => {
    const [tab = '', ...names] = way.split(' › ')
    await page
      .getByRole('navigation', { name: '主要页面' })
      .getByRole('link', { name: tab })
      .click()
    for (const name of names) await tap(page, name)
    await expect(page).toHaveURL(new RegExp(`#${to.path}(\\?|$)`))
    await expect(page).toHaveTitle(to.title)
    await expect(page.locator('h1:visible').first()).toBeVisible()
    while (!tabs.some(({ path }) => page.url().endsWith(`#${path}`))) {
      const address = page.url()
      // A screen that opens has an arrow of its own, beside that of the screen that it covers.
      const back = page.getByRole('button', { name: '返回', exact: true }).filter({ visible: true })
      await expect(back).toHaveCount(1)
      await back.click()
      await expect(page).not.toHaveURL(address)
    }
  })
}

// A table: one way, one line.
// oxfmt-ignore
const ways: readonly (readonly [string, Route])[] = [
  ['我的 › 设置 › 已签的授权与协议 › 授信额度合同', agreements.signedAgreement],
  ['我的 › 信息更新 › 居住地址', profile.personalInfo],
  ['我的 › 开具证明 › 信贷账户证明', settlement.creditStatement],
  ['我的 › 帮助与客服 › 关注公众号', onboarding.followAccount],
  ['账单 › 日常消费 › 借据与账单 › 账单明细', repayment.iouBill],
  ['账单 › 日常消费 › 提前还款 › 查看还款计划的变化', repayment.planChange],
  ['账单 › 全部月份 › 20', repayment.oneMonth],
  ['额度 › 已签协议 › 借款合同', agreements.pdf],
  ['额度 › 结清证明 › 结清证明', settlement.chooseSettledLoans],
]

test('a borrower taps the way to ten far screens, and back', async ({ page, product }) => {
  const person = await signInWithLimit(page, 'waiver-lapser')
  const cancel = '我的 › 设置 › 注销额度 › 继续注销 › 暂时不需要借款 › 下一步'
  await expectReached(page, [cancel, limitCancellation.cancelNotice])

  await borrowByCall(await callAs(product.address, person), { amountFen: 9_000_00n })
  for (const way of ways) await expectReached(page, way)
})
