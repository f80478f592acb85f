// @vitest-environment node
import { type Call, calls } from '@qingzhou/contract/calls'
import { describe, expect, it, vi } from 'vitest'
import { anything, aroundEachTest, session, upload } from '#platform/testing/test-client.ts'

const around = aroundEachTest()

describe('requests', () => {
  it('[3.041, 7.003, 7.004, 7.006, 7.012, 7.013, 7.061, 7.164] seals a body in blocks, with the common fields and the server time', async () => {
    around.server.settings.aheadMs = 3_600_000
    await around.isOwnPhone()
    const { form, payload, headers, path } = around.lastReceived()
    expect(path).toBe(calls.onboarding.isOwnPhone.path)
    expect(form).toBe('blocks')
    expect(payload).toMatchObject({ mobile: '13800138000', ...session })
    expect(Math.abs(Number(payload['timestamp']) - Date.now() - 3_600_000)).toBeLessThan(60_000)
    expect(headers['x-requested-with']).toBe('XMLHttpRequest')
    expect(headers['content-type']).toBe('application/json')
  })

  it('[7.001] sends cookies with every call, whatever its method and body', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    const client = around.client({ common: () => ({}) })
    for (const call of [
      calls.onboarding.isOwnPhone,
      upload,
      calls.reference.staticPage,
      calls.system.logByBeacon,
    ]) {
      await client.call({ call, shape: anything, input: {}, options: {} })
    }
    expect(sent.mock.calls.map(([, init]) => init?.credentials)).toEqual(
      sent.mock.calls.map(() => 'include'),
    )
    sent.mockRestore()
  })

  it('[7.163] requests the key and the time once', async () => {
    const client = around.client()
    await Promise.all([around.isOwnPhone(client), around.isOwnPhone(client)])
    await around.isOwnPhone(client)
    const paths = around.server.received.map(({ path }) => path)
    expect(paths.filter((path) => path === calls.system.publicKey.path)).toHaveLength(1)
    expect(paths.filter((path) => path === calls.system.time.path)).toHaveLength(1)
  })

  it('uses a session key when the server requires it', async () => {
    around.server.settings.bodyForm = 'session'
    around.server.settings.token = session.token
    const client = around.client()
    await around.isOwnPhone(client)
    await around.isOwnPhone(client)
    expect(around.lastReceived().form).toBe('underKey')
    expect(around.lastReceived().payload).toMatchObject({ mobile: '13800138000', ...session })
  })

  it('uses a session key for a long body even if the server asks for blocks', async () => {
    around.server.settings.handler = () => ({ fields: {} })
    const input = { note: '长'.repeat(4000) }
    const client = around.client({ common: () => ({}) })
    const call = calls.onboarding.isOwnPhone
    await client.call({ call, shape: anything, input, options: {} })
    expect(around.lastReceived().form).toBe('underKey')
    expect(around.lastReceived().payload['note']).toBe(input.note)
  })

  it('[7.018] always uses a session key for files', async () => {
    const client = around.client({ common: () => ({}) })
    await client.call({ call: upload, shape: anything, input: { file: 'AAAA' }, options: {} })
    expect(around.lastReceived().form).toBe('underKey')
  })

  it('[7.009] sends the fields of a GET call as its query, without the token', async () => {
    const call: Call = { ...calls.onboarding.startAuthorisation, answer: 'envelope' }
    await around
      .client()
      .call({ call, shape: anything, input: { provider: 'wallet' }, options: {} })
    const { method, query, form } = around.lastReceived()
    expect(method).toBe('GET')
    expect(form).toBe('none')
    expect(query.get('provider')).toBe('wallet')
    expect(query.get('extendChannelCode')).toBe(session.extendChannelCode)
    expect(query.has('token')).toBe(false)
  })

  it('[7.008, 7.017] sends plain bodies unsealed, and without the token for public calls', async () => {
    const call = calls.reference.staticPage
    await around.client().call({ call, shape: anything, input: { name: 'fees' }, options: {} })
    expect(around.lastReceived()).toMatchObject({ form: 'plain', payload: { name: 'fees' } })
    expect(around.lastReceived().payload).not.toHaveProperty('token')

    const signed = calls.onboarding.signPageUrl
    await around.client().call({ call: signed, shape: anything, input: { url: 'x' }, options: {} })
    expect(around.lastReceived().payload).toMatchObject({ url: 'x', token: 'tok-1' })
  })

  it('requests the key again when the server rejects it', async () => {
    const client = around.client()
    await around.isOwnPhone(client)
    around.server.rotateKey()
    await expect(around.isOwnPhone(client)).resolves.toEqual({ same: true })
    expect(around.announced).toEqual([])
  })
})

describe('a server that lost its replay memory', () => {
  const statusInfo = {
    code: 'QZ0011',
    message: '服务器繁忙，请稍后再试',
    requestId: 'r',
    timestamp: 1,
  }
  const sealAgain = { status: 503, body: JSON.stringify({ statusInfo }) }

  it('receives the call again with a new seal, without a message to the user', async () => {
    const times: unknown[] = []
    around.server.settings.handler = ({ payload }) => {
      times.push(payload['timestamp'])
      return times.length === 1 ? sealAgain : { fields: { same: true } }
    }
    await expect(around.isOwnPhone()).resolves.toEqual({ same: true })
    expect(times).toHaveLength(2)
    expect(around.announced).toEqual([])
  })

  it('a server that lost its replay memory is retried once only', async () => {
    let calls = 0
    around.server.settings.handler = () => {
      calls += 1
      return sealAgain
    }
    await expect(around.isOwnPhone()).rejects.toMatchObject({ code: 'http' })
    expect(calls).toBe(2)
  })

  it('is distinguished from a busy server, which may have executed the call', async () => {
    let calls = 0
    const busy = { ...statusInfo, code: 'APPSTES500' }
    around.server.settings.handler = () => {
      calls += 1
      return { status: 503, body: JSON.stringify({ statusInfo: busy }) }
    }
    await expect(around.isOwnPhone()).rejects.toMatchObject({ code: 'http' })
    expect(calls).toBe(1)
  })
})

describe('the heavy lane', () => {
  it('[9.003, 9.004] runs two calls at a time and queues the others in order', async () => {
    const arrived: string[] = []
    const waiting: (() => void)[] = []
    let most = 0
    let running = 0
    around.server.settings.handler = async ({ payload }) => {
      running += 1
      most = Math.max(most, running)
      arrived.push(String(payload['name']))
      await new Promise<void>((resolve) => waiting.push(resolve))
      running -= 1
      return { fields: {} }
    }
    const client = around.client({ common: () => ({}) })
    const names = ['a', 'b', 'c', 'd', 'e']
    const all = Promise.all(
      names.map((name) =>
        client.call({ call: upload, shape: anything, input: { name }, options: {} }),
      ),
    )
    while (arrived.length < names.length) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (waiting.length === 2 || arrived.length === names.length) waiting.shift()?.()
    }
    for (const release of waiting) release()
    await all
    expect(most).toBe(2)
    expect(arrived.slice(2)).toEqual(['c', 'd', 'e'])
    expect(new Set(arrived.slice(0, 2))).toEqual(new Set(['a', 'b']))
  })
})
