import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOWHERE } from '#testing/bank-customer.ts'
import { listenForCallbacks } from '#testing/callback-listener.ts'
import { ask } from '#testing/provider-client.ts'
import { postJson, runSandbox } from '#testing/running-sandbox.ts'
import { payApps, type PayApp } from './app-payments.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
let nowMs: number
beforeEach(async () => {
  nowMs = Date.now()
  sandbox = await runSandbox({ now: () => nowMs })
})
afterEach(() => sandbox.stop())

const order = { orderNo: 'p-1', amountFen: '123456', subject: '借款还款', notifyUrl: NOWHERE }
const post = (path: string, content: object) =>
  ask(sandbox.url, path, content, { timestamp: String(nowMs) })
const paymentState = async (app: PayApp) =>
  (await post(`/${app}/payment`, { orderNo: 'p-1' })).content

async function start(app: PayApp, change: object = {}): Promise<string> {
  const returnUrl = '/#/repay/payResult?no=p-1'
  const { content } = await post(`/${app}/start-payment`, { ...order, returnUrl, ...change })
  // The response shape of the call.
  return (content as { path: string }).path
}

function decide(path: string, decision: string) {
  const url = new URL(path, sandbox.url)
  return fetch(`${url.origin}${url.pathname}-decide`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ticket: url.searchParams.get('ticket') ?? '', decision }),
  })
}

describe.each(payApps)('paying in the %s', (app) => {
  it('shows the amount and the subject, and stays open', async () => {
    const page = await fetch(`${sandbox.url}${await start(app)}`)
    const text = await page.text()
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain('1,234.56')
    expect(text).toContain('借款还款')
    expect(text).toContain('确认支付')
    expect(await paymentState(app)).toEqual({ state: 'processing', amountFen: '123456' })
  })

  it('pays once, redirects back and is in the day file', async () => {
    const path = await start(app)
    const answer = await decide(path, 'pay')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${sandbox.url}/#/repay/payResult?no=p-1`)
    expect(await paymentState(app)).toMatchObject({ state: 'processing' })
    nowMs += 2_000
    await decide(path, 'cancel')
    const done = (await paymentState(app)) as { bankDate: string }
    expect(done).toEqual({ state: 'done', amountFen: '123456', bankDate: expect.any(String) })
    const { bankDate } = done
    expect((await post(`/${app}/day-file`, { bankDate })).content).toEqual({
      transfers: [{ orderNo: 'p-1', kind: 'debit', amountFen: '123456', bankDate }],
    })
  })

  it('can be cancelled, and is closed after 15 minutes', async () => {
    await decide(await start(app), 'cancel')
    expect(await paymentState(app)).toMatchObject({ state: 'declined', reason: '已取消支付' })
    const late = await start(app, { orderNo: 'p-2' })
    nowMs += 15 * 60_000
    await decide(late, 'pay')
    const { content } = await post(`/${app}/payment`, { orderNo: 'p-2' })
    expect(content).toMatchObject({ state: 'declined', reason: '超时未支付，订单已关闭' })
    expect(await (await fetch(`${sandbox.url}${late}`)).text()).not.toContain('确认支付')
  })

  it('sends its result as often as the faults say', async () => {
    const listener = await listenForCallbacks()
    await postJson(`${sandbox.url}/faults`, { provider: app, settleMs: 0, duplicate: true })
    const path = await start(app, { notifyUrl: `${listener.url}/callbacks/app/payment` })
    await decide(path, 'pay')
    const told = { isSigned: true, content: { orderNo: 'p-1', state: 'done' } }
    await expect.poll(() => listener.heard).toMatchObject([told, told])
    listener.stop()
  })

  it('is declined while the decline fault is set', async () => {
    await postJson(`${sandbox.url}/faults`, { provider: app, settleMs: 0, decline: true })
    await decide(await start(app), 'pay')
    expect(await paymentState(app)).toMatchObject({ state: 'declined' })
  })

  it('has one page per order number, for one amount', async () => {
    expect(await start(app)).toBe(await start(app))
    const other = { ...order, returnUrl: '/', amountFen: '1' }
    expect(await post(`/${app}/start-payment`, other)).toMatchObject({ status: 409 })
    expect((await decide(`/${app}/pay?ticket=guessed`, 'pay')).status).toBe(404)
    const evil = await start(app, { orderNo: 'p-3', returnUrl: '//elsewhere.example/' })
    expect((await fetch(`${sandbox.url}${evil}`)).status).toBe(404)
  })
})
