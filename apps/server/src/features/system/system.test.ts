import { describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile({ BODY_FORM: 'blocks' })

describe('the system calls', { timeout: 30_000 }, () => {
  it('[7.162, 7.165] return the time without an encrypted body', async () => {
    const { code, body } = await product.client().send(calls.system.time)
    expect(code).toBe('COMCC00000')
    expect(body['statusInfo']).toHaveProperty('timestamp')
  })

  it('return the public key and the version', async () => {
    const { system } = product.client().api
    const { keyId, n, e, bodyForm } = await system.publicKey({})
    expect([keyId, n, e].every((part) => part.length > 0)).toBe(true)
    expect(bodyForm).toBe('blocks')
    expect(await system.version({})).toEqual({
      app: product.services.version,
      server: product.services.version,
    })
  })
})

describe('a client’s log', { timeout: 30_000 }, () => {
  it('is written to our log with personal data masked', async () => {
    const detail =
      '13812345678 11010519491231002X 6222021234567890123 a.b@mail.example token=abcdefgh'
    const { system } = product.client().api
    await system.log({ entries: [{ level: 'warn', event: 'screen.slow', page: '/loan', detail }] })
    await system.logError({ entries: [{ level: 'error', event: 'screen.broke', detail }] })
    const logged = product.logged()
    expect(logged).toContain('screen.slow')
    expect(logged).toContain('screen.broke')
    for (const secret of ['13812345678', '11010519491231002X', '6222021', 'a.b@', 'abcdefgh']) {
      expect(logged).not.toContain(secret)
    }
  })

  it('is refused with a request id that is not an id, because that field is not masked', async () => {
    const entry = { level: 'info', event: 'screen.slow', requestId: '江映雪' }
    const answer = await product.client().send(calls.system.log, { entries: [entry] })
    expect(answer.code).toBe('COMVAL0001')
    expect(product.logged()).not.toContain('江映雪')
  })

  it('can be sent as an image beacon', async () => {
    const beacon = { event: 'page.left', page: '/user/13812345678' }
    const { status, headers } = await product.client().send(calls.system.logByBeacon, beacon)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('image/gif')
    expect(product.logged()).toContain('page.left')
    expect(product.logged()).not.toContain('13812345678')
  })

  it('is limited to 120 lines a minute per address, and further lines are dropped', async () => {
    const client = product.client()
    for (let count = 0; count < 125; count += 1) {
      await client.api.system.log({ entries: [{ level: 'info', event: 'line.flood' }] })
    }
    expect(product.logged().split('line.flood')).toHaveLength(1 + 120)
    await product.client().api.system.log({ entries: [{ level: 'info', event: 'line.other' }] })
    expect(product.logged()).toContain('line.other')
  })

  it('is limited by lines, not by calls', async () => {
    const client = product.client()
    const entries = Array.from(
      { length: 20 },
      () => ({ level: 'info', event: 'line.batch' }) as const,
    )
    for (let count = 0; count < 8; count += 1) await client.api.system.log({ entries })
    expect(product.logged().split('line.batch')).toHaveLength(1 + 120)
    const tooMany = await client.send(calls.system.log, { entries: [...entries, entries[0]] })
    expect(tooMany.code).toBe('COMVAL0001')
  })

  it('a client’s log cannot forge a log line', async () => {
    const detail = 'x\n{"level":50,"msg":"forged"}'
    const { system } = product.client().api
    await system.log({ entries: [{ level: 'info', event: 'line.break', detail }] })
    const lines = product.logged().split('\n')
    expect(lines.filter((line) => line.startsWith('{"level":50,"msg":"forged"'))).toEqual([])
  })
})
