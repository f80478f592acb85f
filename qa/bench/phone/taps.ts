import type { Browser, Locator, Page } from '@playwright/test'
import { build } from '@qingzhou/tools/develop/build.ts'
import { percentile } from '#bench/bills.ts'
import { withLendingDatabase } from '#bench/lending-end-of-day.ts'
import type { Row } from '#bench/row.ts'
import { withProduct } from '#bench/sealed-calls.ts'
import {
  endCodeWait,
  giveLimitAndLoans,
  imageCode,
  phoneNumber,
  receivedCode,
} from './borrower-with-limit.ts'
import { onPhone, slowDown, withBrowser } from './slow-phone.ts'
import { type Answer, createTaps, type Tap } from './tap.ts'

const ROUNDS = 10
const ROUNDS_IF_FULL = 30
const TIMES_MAX = 1.3
/** An answer this fast is felt as immediate, whatever the network would take. */
const IMMEDIATE_MS = 100
const TASK_MS_MAX = 200

/**
 * From the tap to its answer, for what borrowers tap most, beside the time in which requests were
 * under way. The files of the app are in the phone's cache after the first round, which is not
 * counted.
 */
export async function benchTaps({ isFull }: { readonly isFull: boolean }): Promise<Row[]> {
  await build(console.error)
  const rounds = isFull ? ROUNDS_IF_FULL : ROUNDS
  return withLendingDatabase(async ({ url }) =>
    withProduct(
      async ({ address }) => {
        await giveLimitAndLoans(address, url)
        const taps = await withBrowser(console.error, (browser) =>
          tapThrough(browser, address, rounds),
        )
        return Array.from(taps, ([what, measured]) => rowsOf(what, measured)).flat()
      },
      { DATABASE_URL: url },
    ),
  )
}

function rowsOf(what: string, taps: readonly Tap[]): Row[] {
  const at = (share: number, of: keyof Tap) =>
    percentile(
      taps.map((tap) => tap[of]).toSorted((left, right) => left - right),
      share,
    )
  const answered = at(0.5, 'answeredMs')
  const network = at(0.5, 'networkMs')
  const longest = at(1, 'longestTaskMs')
  return [
    {
      what: `${what}: p50, ms`,
      value: answered.toFixed(0),
      beside: `p95 ${at(0.95, 'answeredMs').toFixed(0)}; network alone ${network.toFixed(0)}, p95 ${at(0.95, 'networkMs').toFixed(0)}`,
      goal: { measured: answered, atMost: Math.max(TIMES_MAX * network, IMMEDIATE_MS) },
    },
    {
      what: `${what}: longest task, ms`,
      value: longest.toFixed(0),
      goal: { measured: longest, atMost: TASK_MS_MAX },
    },
  ]
}

async function tapThrough(
  browser: Browser,
  address: string,
  rounds: number,
): Promise<ReadonlyMap<string, readonly Tap[]>> {
  const taps = new Map<string, Tap[]>()
  await onPhone(browser, async (page) => {
    const session = await page.context().newCDPSession(page)
    const tap = await createTaps(page, session)
    await slowDown(session)
    for (let round = 0; round <= rounds; round += 1) {
      const measure: Measure = async (what, target, answer) => {
        const measured = await tap(target, answer)
        if (round > 0) taps.set(what, [...(taps.get(what) ?? []), measured])
      }
      await signIn(page, address, measure)
      await lookAround(page, measure)
      await borrow(page, measure)
      await pay(page, measure)
    }
  })
  return taps
}

type Measure = (what: string, target: Locator, answer: Answer) => Promise<void>

const CODE_SENT: Answer = { within: 'main', has: /已发送至/ }
const FIGURE: Answer = { within: '.num-xl', has: /\d/ }

async function signIn(page: Page, address: string, measure: Measure): Promise<void> {
  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(new URL('/#/landChannel', address).href)
  await page.locator('#root > .layout').waitFor()
  await endCodeWait(page)
  await page.getByLabel('手机号', { exact: true }).fill(phoneNumber)
  await page.getByLabel('图形验证码', { exact: true }).fill(await imageCode(page))
  await measure('send the code', page.getByRole('button', { name: REQUEST }), CODE_SENT)
  await page.getByLabel('短信验证码').fill(await receivedCode(page))
  await page.getByRole('checkbox').check()
  await measure('sign in', page.getByRole('button', { name: '登录并查看额度' }), FIGURE)
}

const REQUEST = /^(获取验证码|重新获取)$/

async function lookAround(page: Page, measure: Measure): Promise<void> {
  const tab = (name: string) => page.locator('.home-tab:visible', { hasText: name })
  await measure('open the bills', tab('账单'), { within: 'main', has: /每月应还/ })
  const loan = page.getByRole('link', { name: /待还本金/ }).first()
  await measure('open a loan', loan, { within: 'main', has: /借款日期/ })
  await page.goBack()
  await measure('open 我的', tab('我的'), { within: 'main', has: /1\d\d\*+\d{4}/ })
  await measure('open the limit', tab('额度'), FIGURE)
}

async function borrow(page: Page, measure: Measure): Promise<void> {
  await page.goto(new URL('/#/loan/loan', page.url()).href)
  await page.getByRole('textbox', { name: '借款金额' }).fill('1000')
  await page.getByText('12 期', { exact: true }).tap()
  await page.getByRole('button', { name: /^借款用途/ }).tap()
  await page.getByRole('radio', { name: '日常消费' }).tap()
  await page.getByText('首期应还').waitFor()
  const quote: Answer = { within: '.quote', has: /还款合计/, isNew: true }
  await measure('move the slider', page.getByRole('slider'), quote)
  await page.getByRole('textbox', { name: '借款金额' }).fill('500')
  await page.getByRole('checkbox').check()
  const costs: Answer = { within: 'dialog', has: /综合融资成本明示表/ }
  await measure('confirm', page.getByRole('button', { name: '确认借款 500.00 元' }), costs)
  const sign = page.getByRole('button', { name: '我已了解全部成本，去签署' })
  await sign.waitFor()
  await measure('sign', sign, CODE_SENT)
  await typeCode(page)
  await page.getByText('借款成功，资金已到账').waitFor({ timeout: 60_000 })
}

async function pay(page: Page, measure: Measure): Promise<void> {
  await page.goto(new URL('/#/repay/checkoutCounter', page.url()).href)
  await page.getByRole('button', { name: /^去支付 [\d,.]+ 元$/ }).tap()
  await measure('pay', page.getByRole('button', { name: /^确认还款 [\d,.]+ 元$/ }), CODE_SENT)
  await typeCode(page)
  await page.getByText('还款成功').waitFor({ timeout: 60_000 })
}

async function typeCode(page: Page): Promise<void> {
  await page.getByLabel('短信验证码').fill(await receivedCode(page))
  await endCodeWait(page)
}
