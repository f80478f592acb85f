import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codeFor, confirmBinding, holderOf, startBinding } from '#testing/bank-customer.ts'
import { listenForCallbacks } from '#testing/callback-listener.ts'
import { ask } from '#testing/provider-client.ts'
import { getJson, postJson, runSandbox } from '#testing/running-sandbox.ts'

const holder = holderOf('new-phone')
let offsetMs = 0
let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeEach(async () => {
  offsetMs = 0
  sandbox = await runSandbox({ now: () => Date.now() + offsetMs })
})
afterEach(() => sandbox.stop())

const later = (seconds: number) => void (offsetMs += seconds * 1000)
const start = (input: typeof holder, orderNo = 'b-1') =>
  startBinding(sandbox.url, input, { orderNo })
const confirm = (code: string) => confirmBinding(sandbox.url, 'b-1', code)
const bindingState = async () =>
  (await ask(sandbox.url, '/bank/binding', { orderNo: 'b-1' }, fresh())).content
const fresh = () => ({ timestamp: String(Date.now() + offsetMs) })
const fault = (change: object) => postJson(`${sandbox.url}/faults`, { provider: 'bank', ...change })

describe('binding a card', () => {
  it('sends a code, is processing for a while, and returns a card token', async () => {
    expect(await start(holder)).toEqual({ state: 'codeSent' })
    expect(await getJson(`${sandbox.url}/inbox?phone=${holder.phone}`)).toMatchObject({
      messages: [{ text: expect.stringContaining('沙箱银行') }],
    })
    expect(await confirm(await codeFor(sandbox.url, holder.phone))).toEqual({ state: 'processing' })
    later(2)
    expect(await bindingState()).toEqual({
      state: 'bound',
      cardToken: expect.stringMatching(/^card-/),
    })
  })

  it('reads its orders again after a restart', async () => {
    await start(holder)
    const code = await codeFor(sandbox.url, holder.phone)
    await sandbox.restart()
    await confirm(code)
    await sandbox.restart()
    later(2)
    expect(await bindingState()).toMatchObject({ state: 'bound' })
  })

  it('stays one order with one code when it is sent again', async () => {
    await start(holder)
    expect(await start(holder)).toEqual({ state: 'codeSent' })
    expect(await getJson(`${sandbox.url}/inbox`)).toMatchObject({ messages: [{}] })
    expect(await start(holderOf('password'))).toEqual({ error: 'order-taken' })
  })

  it.each([
    [{ name: '陆知远' }, '户名与证件不符'],
    [{ idNumber: holderOf('password').idNumber }, '户名与证件不符'],
    [{ phone: '13900000002' }, '手机号与银行预留的不一致'],
    [{ cardNumber: '6222029900000000011' }, '卡号有误'],
    [{ phone: '12345' }, '预留手机号有误'],
  ])('is declined when %j does not fit', async (change, words) => {
    expect(await start({ ...holder, ...change })).toEqual({
      state: 'declined',
      reason: expect.stringContaining(words),
    })
    expect(await getJson(`${sandbox.url}/inbox`)).toEqual({ messages: [] })
  })

  it('assigns an unknown card to the first person who binds it', async () => {
    const found = { ...holder, cardNumber: '6228480402564890018' }
    await start(found)
    await confirm(await codeFor(sandbox.url, holder.phone))
    expect(await start(found, 'b-2')).toEqual({ state: 'codeSent' })
    const other = { ...holderOf('password'), cardNumber: found.cardNumber }
    expect(await start(other, 'b-3')).toMatchObject({ state: 'declined' })
  })

  it('allows two wrong codes and declines at the third', async () => {
    await start(holder)
    const wrong = { state: 'codeSent', reason: '验证码错误' }
    expect(await confirm('00000')).toEqual(wrong)
    expect(await confirm('00000')).toEqual(wrong)
    expect(await confirm('00000')).toMatchObject({ state: 'declined' })
    expect(await confirm(await codeFor(sandbox.url, holder.phone))).toMatchObject({
      state: 'declined',
    })
  })

  it('drops the reason of a wrong code after the right one', async () => {
    await fault({ settleMs: 0 })
    await start(holder)
    await confirm('00000')
    const bound = await confirm(await codeFor(sandbox.url, holder.phone))
    expect(bound).toEqual({ state: 'bound', cardToken: expect.any(String) })
  })

  it('declines an expired code', async () => {
    await start(holder)
    const code = await codeFor(sandbox.url, holder.phone)
    later(299)
    await sandbox.restart()
    later(1)
    const late = await ask(sandbox.url, '/bank/confirm-binding', { orderNo: 'b-1', code }, fresh())
    expect(late.content).toMatchObject({
      state: 'declined',
      reason: expect.stringContaining('过期'),
    })
  })

  it('declines a lost card and takes longer for a slow one', async () => {
    await fault({ settleMs: 0 })
    const lost = holderOf('messenger-customer')
    await start(lost)
    expect(await confirm(await codeFor(sandbox.url, lost.phone))).toEqual({
      state: 'declined',
      reason: '该卡已挂失',
    })
    const slow = holderOf('messenger-newcomer')
    await start(slow, 'b-2')
    const code = await codeFor(sandbox.url, slow.phone)
    expect(await confirmBinding(sandbox.url, 'b-2', code)).toEqual({ state: 'processing' })
  })

  it('sends a callback when it is settled', async () => {
    const listener = await listenForCallbacks()
    const notifyUrl = `${listener.url}/callbacks/bank/binding`
    await fault({ settleMs: 0 })
    await startBinding(sandbox.url, holder, { orderNo: 'b-1', notifyUrl })
    await confirm(await codeFor(sandbox.url, holder.phone))
    await expect
      .poll(() => listener.heard)
      .toMatchObject([
        {
          path: '/callbacks/bank/binding',
          isSigned: true,
          content: { orderNo: 'b-1', state: 'bound' },
        },
      ])
    listener.stop()
  })

  it('binding a card is unknown without an order', async () => {
    expect(await bindingState()).toEqual({ state: 'unknown' })
    expect(await confirm('00000')).toEqual({ state: 'unknown' })
  })
})
