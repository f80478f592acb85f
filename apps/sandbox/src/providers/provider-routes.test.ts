import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SIGNATURE_WINDOW_MS } from '@qingzhou/provider-api/signature'
import { ask } from '#testing/provider-client.ts'
import { getJson, postJson, runSandbox } from '#testing/running-sandbox.ts'

const sms = { messageId: 'm-1', phone: '13900000001', text: '验证码 48213，5 分钟内有效。' }

let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeEach(async () => {
  sandbox = await runSandbox()
})
afterEach(() => sandbox.stop())

const fault = (change: object) => postJson(`${sandbox.url}/faults`, { provider: 'sms', ...change })

const inboxOf = (phone: string) => getJson(`${sandbox.url}/inbox?phone=${phone}`)

describe('signatures', () => {
  it('accept a genuine request and sign the response to that request', async () => {
    const answer = await ask(sandbox.url, '/sms/send', sms)
    expect(answer).toEqual({ status: 200, content: { accepted: true }, isSigned: true })
  })

  it('refuse a request signed with another secret', async () => {
    const answer = await ask(sandbox.url, '/sms/send', sms, { secret: 'guessed' })
    expect(answer).toMatchObject({ status: 401, content: { error: 'bad-signature' } })
    expect(await inboxOf(sms.phone)).toEqual({ messages: [] })
  })

  it('refuse a body that was changed on the way', async () => {
    const sentBody = JSON.stringify({ ...sms, phone: '13900000002' })
    const answer = await ask(sandbox.url, '/sms/send', sms, { sentBody })
    expect(answer).toMatchObject({ status: 401, content: { error: 'bad-signature' } })
  })

  it('refuse a signature made for another address', async () => {
    const answer = await ask(sandbox.url, '/sms/send', sms, { path: '/mail/send' })
    expect(answer).toMatchObject({ status: 401, content: { error: 'bad-signature' } })
  })

  it.each(['answer', 'callback'] as const)(
    'refuse a request that is signed as %s',
    async (direction) => {
      const answer = await ask(sandbox.url, '/sms/send', sms, { direction })
      expect(answer).toMatchObject({ status: 401, content: { error: 'bad-signature' } })
      expect(await inboxOf(sms.phone)).toEqual({ messages: [] })
    },
  )

  it('refuse the same request a second time', async () => {
    const nonce = 'nonce-of-the-first-request'
    expect(await ask(sandbox.url, '/sms/send', sms, { nonce })).toMatchObject({ status: 200 })
    const again = await ask(sandbox.url, '/sms/send', sms, { nonce })
    expect(again).toMatchObject({ status: 401, content: { error: 'replayed' } })
  })

  it.each([-1, 1])('refuse a request from outside the window (%i)', async (side) => {
    const timestamp = String(Date.now() + side * (SIGNATURE_WINDOW_MS + 10_000))
    const answer = await ask(sandbox.url, '/sms/send', sms, { timestamp })
    expect(answer).toMatchObject({ status: 401, content: { error: 'old' } })
  })

  it('refuse a timestamp that is not a number', async () => {
    const answer = await ask(sandbox.url, '/sms/send', sms, { timestamp: 'yesterday' })
    expect(answer).toMatchObject({ status: 401, content: { error: 'old' } })
  })

  it('refuse a nonce too short to be random', async () => {
    const answer = await ask(sandbox.url, '/sms/send', sms, { nonce: 'short' })
    expect(answer).toMatchObject({ status: 401, content: { error: 'bad-signature' } })
  })
})

describe('provider calls', () => {
  it('refuse a malformed body with a signed response', async () => {
    const answer = await ask(sandbox.url, '/sms/send', { phone: 1 })
    expect(answer).toEqual({ status: 400, content: { error: 'malformed' }, isSigned: true })
  })

  it('deliver a message once when it is sent again', async () => {
    await ask(sandbox.url, '/sms/send', sms)
    expect(await ask(sandbox.url, '/sms/send', sms)).toMatchObject({ content: { accepted: true } })
    expect(await inboxOf(sms.phone)).toMatchObject({ messages: [{ text: sms.text }] })
  })

  it('refuse a message to an invalid phone number', async () => {
    const answer = await ask(sandbox.url, '/sms/send', { ...sms, phone: '12345' })
    expect(answer).toMatchObject({ status: 200, content: { accepted: false } })
  })

  it('return the same key for a device each time, and another one at the other vendor', async () => {
    const first = await ask(sandbox.url, '/device-first/key', { deviceId: 'd-1' })
    const again = await ask(sandbox.url, '/device-first/key', { deviceId: 'd-1' })
    const other = await ask(sandbox.url, '/device-second/key', { blackBox: 'd-1' })
    expect(again.content).toEqual(first.content)
    expect(other.content).not.toEqual(first.content)
  })

  it('recognise this machine and a proxy network', async () => {
    const here = await ask(sandbox.url, '/ip/look-up', { ip: '127.0.0.1' })
    const hidden = await ask(sandbox.url, '/ip/look-up', { ip: '203.0.113.9' })
    const odd = await ask(sandbox.url, '/ip/look-up', { ip: 'nonsense' })
    expect(here.content).toEqual({ region: '本机', isProxy: false })
    expect(hidden.content).toMatchObject({ isProxy: true })
    expect(odd).toMatchObject({ status: 200, content: { isProxy: false } })
  })

  it('keep one page ticket, and show a mini program link as a page', async () => {
    const ticket = await ask(sandbox.url, '/messenger/page-ticket', {})
    expect((await ask(sandbox.url, '/messenger/page-ticket', {})).content).toMatchObject({
      ticket: (ticket.content as { ticket: string }).ticket,
    })
    const link = await ask(sandbox.url, '/messenger/mini-program-link', {
      path: 'pages/index',
      query: '<b>',
    })
    const { urlScheme } = link.content as { urlScheme: string }
    const shown = await fetch(
      `${sandbox.url}/messenger/mini-program?${urlScheme.split('?')[1] ?? ''}`,
    )
    expect(await shown.text()).toContain('&#60;b&#62;')
  })
})

describe('faults', () => {
  it('make the requested number of calls fail', async () => {
    await fault({ failNext: 1 })
    expect(await ask(sandbox.url, '/sms/send', sms)).toEqual({
      status: 500,
      content: { error: 'failing' },
      isSigned: true,
    })
    expect(await ask(sandbox.url, '/sms/send', sms)).toMatchObject({ status: 200 })
  })

  it('cut the connections of a provider that is down, and of no other', async () => {
    await fault({ down: true })
    await expect(ask(sandbox.url, '/sms/send', sms)).rejects.toThrow('fetch failed')
    const other = await ask(sandbox.url, '/ip/look-up', { ip: '127.0.0.1' })
    expect(other.status).toBe(200)
  })

  it('deliver a message twice with the duplicate fault', async () => {
    await fault({ duplicate: true })
    await ask(sandbox.url, '/sms/send', sms)
    expect(await inboxOf(sms.phone)).toMatchObject({ messages: [{}, {}] })
  })

  it('carry out the call although the response is delayed', async () => {
    await fault({ delayMs: 60_000 })
    const late = ask(sandbox.url, '/sms/send', sms).catch(() => 'cut')
    await expect.poll(() => inboxOf(sms.phone)).toMatchObject({ messages: [{ code: '48213' }] })
    await sandbox.restart()
    expect(await late).toBe('cut')
  })

  it('are refused when they are malformed', async () => {
    expect((await fault({ delayMs: -1 })).status).toBe(400)
    expect((await fault({ explode: true })).status).toBe(400)
    expect((await postJson(`${sandbox.url}/faults`, { provider: 'unknown' })).status).toBe(400)
  })
})
