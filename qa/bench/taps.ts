import { createHash } from 'node:crypto'
import { chromium, type Locator, type Page } from '@playwright/test'
import { build } from '@qingzhou/tools/develop/build.ts'
import { ensureChromium } from '@qingzhou/tools/product/chromium.ts'
import { browserEnvironment } from '@qingzhou/tools/product/fonts.ts'
import type { Row } from './row.ts'
import { withProduct } from './sealed-calls.ts'
import { fetchStages, onSlowPhone, recordRequests, type Stage } from './slow-phone.ts'

/** Borrowers who can draw; each opens the app for the first time on a phone of their own. */
const PHONES = ['13900000001', '13900000002', '13900000008', '13900000011', '13900000013'] as const
const own = { 'x-requested-with': 'XMLHttpRequest' }

type Tap = {
  readonly what: string
  readonly tookMs: number
  /** The time that the network alone takes for what the tap sent and received. */
  readonly networkMs: number
  readonly longestTaskMs: number
}

/** What is tapped, and where which text is painted when it is answered. */
type Wanted = { readonly target: Locator; readonly at?: string; readonly says: string }
type Measure = (what: string, wanted: Wanted) => Promise<void>

/** From a tap to its painted answer, on the slow phone, beside the network alone. */
export async function benchTaps(): Promise<Row[]> {
  await build(console.error)
  const executablePath = await ensureChromium(console.error)
  const args = ['--no-sandbox', '--disable-gpu']
  const browser = await chromium.launch({ executablePath, env: browserEnvironment(), args })
  try {
    return await withProduct(async ({ address }) => {
      const taps: Tap[] = []
      for (const phone of PHONES) {
        const measured = await onSlowPhone(browser, ({ page, slowDown }) =>
          measuredVisit(page, { address, phone, slowDown }),
        )
        for (const { stages, ...tap } of measured) {
          taps.push({ ...tap, networkMs: await fetchStages(browser, stages) })
        }
      }
      const names = [...new Set(taps.map(({ what }) => what))]
      return names.flatMap((name) =>
        rowsOf(
          name,
          taps.filter(({ what }) => what === name),
        ),
      )
    })
  } finally {
    await browser.close()
  }
}

function rowsOf(what: string, taps: readonly Tap[]): Row[] {
  const p50 = atShare(
    0.5,
    taps.map(({ tookMs }) => tookMs),
  )
  const p95 = atShare(
    0.95,
    taps.map(({ tookMs }) => tookMs),
  )
  const network = atShare(
    0.5,
    taps.map(({ networkMs }) => networkMs),
  )
  const ratio = p50 / network
  const longest = Math.max(...taps.map(({ longestTaskMs }) => longestTaskMs))
  return [
    {
      what: `${what}: tap to answer, p50 (p95), ms`,
      value: `${p50.toFixed(0)} (${p95.toFixed(0)})`,
      ...(network > 0
        ? {
            beside: `${ratio.toFixed(2)} × the network alone (${network.toFixed(0)} ms)`,
            goal: { measured: ratio, atMost: 1.3 },
          }
        : { beside: 'without the network' }),
    },
    {
      what: `${what}: longest task, ms`,
      value: longest.toFixed(0),
      goal: { measured: longest, atMost: 200 },
    },
  ]
}

function atShare(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

type Visit = {
  readonly address: string
  readonly phone: string
  readonly slowDown: (page: Page) => Promise<unknown>
}
type Measured = Omit<Tap, 'networkMs'> & { readonly stages: readonly Stage[] }

async function measuredVisit(page: Page, { address, phone, slowDown }: Visit): Promise<Measured[]> {
  const desk = async (path: string, data: object) => {
    const url = new URL(`/desk/api/${path}`, address).href
    return (await page.request.post(url, { data, headers: own })).json()
  }
  page.setDefaultTimeout(120_000)
  while ((await desk('prepare', { phone })).step !== 'limit') await page.waitForTimeout(1_000)
  await slowDown(page)
  const requests = await recordRequests(page)
  const taps: Measured[] = []
  const measure: Measure = async (what, { target, at = '.screen', says }) => {
    await target.scrollIntoViewIfNeeded()
    const answered = page.evaluate(answerPainted, { at, says })
    const stages = requests()
    await target.click()
    taps.push({ what, ...(await answered), stages: stages() })
  }
  await page.goto(new URL('/#/landChannel', address).href)
  await signIn(page, { phone, desk, measure })
  await lookAround(page, measure)
  await draw(page, { phone, desk, measure })
  await payEarly(page, measure)
  return taps
}

/** Runs in the page: the time from the end of the next tap until its answer is painted. */
function answerPainted({ at, says }: { readonly at: string; readonly says: string }) {
  const shown = () =>
    Array.from(document.querySelectorAll(at))
      .filter((element) => element.checkVisibility())
      .map(({ textContent }) => textContent ?? '')
      .join('')
  const before = shown()
  const tasks: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()))
  observer.observe({ type: 'longtask' })
  return new Promise<{ tookMs: number; longestTaskMs: number }>((resolve) => {
    const onTap = ({ timeStamp }: Event) => {
      const look = () => {
        const now = shown()
        if (now === before || !now.includes(says)) requestAnimationFrame(look)
        // A task after the next frame runs when that frame has been painted.
        else requestAnimationFrame(() => setTimeout(done))
      }
      const done = () => {
        const tookMs = performance.now() - timeStamp
        // The observer hears of a task a little later.
        setTimeout(() => {
          observer.disconnect()
          const since = tasks.filter(({ startTime, duration }) => startTime + duration > timeStamp)
          const longestTaskMs = Math.max(0, ...since.map(({ duration }) => duration))
          resolve({ tookMs, longestTaskMs })
        }, 100)
      }
      look()
    }
    addEventListener('pointerup', onTap, { once: true, capture: true })
  })
}

type Acting = {
  readonly phone: string
  readonly desk: (path: string, data: object) => Promise<Record<string, string>>
  readonly measure: Measure
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function signIn(page: Page, { phone, desk, measure }: Acting): Promise<void> {
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  const source = (await page.locator('.code-picture img').getAttribute('src')) ?? ''
  const picture = createHash('sha256').update(source).digest('hex')
  const { code = '' } = await desk('image-code', { picture })
  await page.getByLabel('图形验证码', { exact: true }).fill(code)
  await measure('send code', { target: button(page, '获取验证码'), says: '已发送至' })
  await typeCode(page, phone)
  await page.getByRole('checkbox').check()
  await measure('sign in', { target: button(page, '登录并查看额度'), says: '去借款' })
}

async function typeCode(page: Page, phone: string): Promise<void> {
  const inbox = new URL(`/sandbox/inbox?limit=5&phone=${phone}`, page.url()).href
  const { messages } = await (await page.request.get(inbox)).json()
  const [{ code }] = messages.filter((message: { code?: string }) => message.code !== undefined)
  await page.getByLabel('短信验证码').fill(code)
}

async function lookAround(page: Page, measure: Measure): Promise<void> {
  const tab = (name: string) => page.locator('.home-tab:visible', { hasText: name })
  await measure('open 我的', { target: tab('我的'), says: '我的账户' })
  await measure('open limit', { target: tab('额度'), says: '去借款' })
}

async function draw(page: Page, { phone, desk, measure }: Acting): Promise<void> {
  await button(page, '去借款').click()
  await page.getByText('12 期', { exact: true }).click()
  await button(page, /^借款用途/).click()
  await page.getByRole('radio', { name: '日常消费' }).click()
  await page.getByText('还款合计').waitFor()
  await measure('move the slider', {
    target: page.getByRole('slider'),
    at: '.quote',
    says: '还款合计',
  })
  await page.getByRole('checkbox').check()
  await desk('ended-code-waits', { phone })
  await measure('confirm', {
    target: button(page, /^确认借款/),
    at: '[role=dialog]',
    says: '综合融资成本明示表',
  })
  await measure('sign', { target: button(page, '我已了解全部成本，去签署'), says: '已发送至' })
  await typeCode(page, phone)
  await page.getByText('借款成功，资金已到账').waitFor()
}

async function payEarly(page: Page, measure: Measure): Promise<void> {
  await page.goto(new URL('/#/limit', page.url()).href)
  await measure('open bills', {
    target: page.locator('.home-tab:visible', { hasText: '账单' }),
    says: '待还本金',
  })
  const loan = page.getByRole('link', { name: /待还本金/ })
  await measure('open a loan', { target: loan, says: '提前还款' })
  await page.getByRole('link', { name: '提前还款' }).click()
  await button(page, /^去支付 [\d,.]+ 元$/).click()
  await measure('pay', { target: button(page, /^确认还款/), says: '已发送至' })
}
