// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { catchFailure, neverAnswers, aroundEachTest } from '#platform/testing/test-client.ts'

const around = aroundEachTest()

describe('transport failures', () => {
  it('[8.014] reports a busy server for any status except 200', async () => {
    for (const status of [404, 500, 503]) {
      around.server.settings.handler = () => ({ status, body: '<html>' })
      expect(await catchFailure(around.isOwnPhone())).toMatchObject({
        code: 'http',
        message: '服务器繁忙，请稍后再试',
      })
    }
    expect(around.announced.map(({ kind }) => kind)).toEqual(['message', 'message', 'message'])
  })

  it('[8.015] reports 网络超时 after the timeout in both lanes', async () => {
    around.server.settings.handler = neverAnswers
    const client = around.client({ ordinaryTimeoutMs: 300, heavyTimeoutMs: 300 })
    expect(await catchFailure(around.isOwnPhone(client))).toMatchObject({ code: 'timeout' })
    expect(await catchFailure(around.isOwnPhone(client, { heavy: true }))).toMatchObject({
      code: 'timeout',
    })
    const said = { kind: 'message', text: '网络超时' }
    expect(around.announced).toEqual([said, said])
  })

  it('[8.016, 8.017] reports 网络异常，请重试 for a broken connection, except in the heavy lane', async () => {
    const client = around.client()
    await around.isOwnPhone(client)
    await around.server.stop()
    expect(await catchFailure(around.isOwnPhone(client))).toMatchObject({ code: 'network' })
    expect(around.announced).toEqual([{ kind: 'message', text: '网络异常，请重试' }])
    expect(await catchFailure(around.isOwnPhone(client, { heavy: true }))).toMatchObject({
      code: 'network',
    })
    expect(around.announced).toHaveLength(1)
  })

  it('reports a system error for an answer outside the contract', async () => {
    for (const body of ['', '[]', '{"statusInfo":{}}', '{"same":true}']) {
      around.server.settings.handler = () => ({ status: 200, body })
      expect(await catchFailure(around.isOwnPhone())).toMatchObject({
        message: '系统异常，请稍后再试',
      })
    }
    around.server.settings.handler = () => ({ fields: { same: 'yes' } })
    expect(await catchFailure(around.isOwnPhone())).toMatchObject({ code: 'malformed' })
  })

  it('reports nothing after the screen was left', async () => {
    around.server.settings.handler = neverAnswers
    const leaving = new AbortController()
    const call = around.isOwnPhone(around.client(), { signal: leaving.signal })
    leaving.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(around.announced).toEqual([])
  })

  it('requests the key again after a failed first request', async () => {
    const client = around.client()
    // An unknown format makes the first key call fail.
    Object.assign(around.server.settings, { bodyForm: 'unknown' })
    await expect(around.isOwnPhone(client)).rejects.toThrow()
    around.server.settings.bodyForm = 'blocks'
    await expect(around.isOwnPhone(client)).resolves.toEqual({ same: true })
  })
})
