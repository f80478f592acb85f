import { afterEach, describe, expect, it, vi } from 'vitest'
import { client } from './client.ts'

afterEach(() => vi.unstubAllGlobals())

function responseOf(content: unknown, status = 200) {
  const body = content === undefined ? null : JSON.stringify(content)
  const headers: HeadersInit = body === null ? {} : { 'content-type': 'application/json' }
  const fetched = vi.fn(async () => new Response(body, { status, headers }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('a request of the desk', () => {
  it('returns the response body', async () => {
    responseOf({ message: '今晚升级' })
    expect(await client.notice()).toEqual({ message: '今晚升级' })
  })

  it('throws the server’s message, whatever the status', async () => {
    responseOf({ statusInfo: { code: 'COMVAL0001', message: '没有这位测试人物' } })
    await expect(client.expireLink('t')).rejects.toThrow('没有这位测试人物')
  })

  it('throws path and status when the response has no message', async () => {
    responseOf(undefined, 502)
    await expect(client.inbox()).rejects.toThrow('/desk/api/inbox 应答 502')
  })

  it('accepts an empty response as success', async () => {
    const fetched = responseOf(undefined, 204)
    await client.clearInbox()
    expect(fetched).toHaveBeenCalledWith(
      '/sandbox/inbox/clear',
      expect.objectContaining({ method: 'POST', body: '{}' }),
    )
  })
})
