import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { issueTestKey } from '#papers/signing/test-authority.ts'
import { edgeCalls, edgeEndpoints } from '#testing/edge-calls.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const folder = mkdtempSync(join(tmpdir(), 'qingzhou-production-'))
const settings = {
  MODE: 'production',
  SANDBOX_URL: '',
  SANDBOX_SECRET: '',
  PUBLIC_URL: 'https://loans.example',
  PROVIDERS_URL: 'http://127.0.0.1:9',
  PROVIDERS_SECRET: 'a secret of at least thirty-two characters',
  CONSENT_URL: 'https://consent.example',
  VAULT_KEYS: `2026:${key}`,
  VAULT_INDEX_KEY: key,
  METRICS_TOKEN: 'what-a-monitor-sends-to-be-let-in',
  PROXY_HOPS: '1',
  BUILD_DIR: folder,
  LENDER_KEY_FILE: join(folder, 'lender-key.pem'),
  LENDER_CERTIFICATE_FILE: join(folder, 'lender.pem'),
}
const throughProxy = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '6.6.6.6, 198.51.100.7' }

let product: TestProduct
beforeAll(async () => {
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web/index.html'), '<meta name="qingzhou-config" content="{}">')
  const { key: lenderKey, certificates } = await issueTestKey(new Date())
  writeFileSync(settings.LENDER_KEY_FILE, lenderKey)
  writeFileSync(settings.LENDER_CERTIFICATE_FILE, certificates)
  product = await startTestProduct(settings, edgeEndpoints(), 'now')
})
afterAll(async () => {
  await product.stop()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers = {}) =>
  product.app.inject({ method: 'GET', url, headers: { ...throughProxy, ...headers } })

describe('in production', () => {
  it.each(['/desk', '/desk/', '/desk/api/people', '/sandbox/inbox', '/openapi.json'])(
    '%s is not even routed',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )

  it('the figures are for the monitor alone', async () => {
    expect((await get('/metrics')).statusCode).toBe(404)
    expect((await get('/metrics', { authorization: 'Bearer wrong' })).statusCode).toBe(404)
    expect(
      (await get('/metrics', { authorization: 'Bearer what-a-monitor-sends-to-be-let-in' }))
        .statusCode,
    ).toBe(200)
  })

  it('the page is framed by nobody, and https is remembered', async () => {
    const { headers } = await get('/')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['strict-transport-security']).toContain('max-age=')
  })

  it('a secret stays off plain http, also behind a proxy that does not say it is reached by https', async () => {
    const { path } = calls.onboarding.startAuthorisation
    const { headers } = await product.app.inject({ method: 'GET', url: `${path}?provider=wallet` })
    expect(headers['set-cookie']).toMatch(/^qz_authorisation=.*; HttpOnly; SameSite=Lax; Secure$/)
  })

  it('only pages of the configured address may write', async () => {
    const client = product.client()
    const from = async (origin: string) => {
      const headers = { ...throughProxy, origin, host: 'evil.example' }
      return (await client.send(edgeCalls.edge.plain, { words: 'x' }, { headers })).status
    }
    expect(await from('https://loans.example')).toBe(200)
    expect(await from('https://evil.example')).toBe(403)
    expect(await from('http://loans.example')).toBe(403)
  })

  it('a browser is sent to the consent pages, and nowhere else outside', async () => {
    const { path } = edgeCalls.edge.leave
    const sentTo = async (to: string) => (await get(`${path}?to=${to}`)).headers.location
    expect(await sentTo('https://consent.example/x')).toBe('https://consent.example/x')
    expect(await sentTo('https://evil.example/x')).toMatch(/^\/#\/error\?/)
  })

  it('a database of the sandbox is refused: its secrets are sealed with keys of the sandbox', async () => {
    const sandbox = await startTestProduct()
    const { databaseUrl } = sandbox.config
    await sandbox.stop()
    const attempt = startTestProduct({ ...settings, DATABASE_URL: databaseUrl })
    await expect(attempt).rejects.toThrow(/vault key "sandbox-1", which is not configured/)
  })

  it('a server that could not sign papers does not start', async () => {
    const attempt = startTestProduct({
      ...settings,
      LENDER_KEY_FILE: join(folder, 'not-there.pem'),
    })
    await expect(attempt).rejects.toThrow('LENDER_KEY_FILE cannot be read')
  })

  it('sealed calls work as they do in the sandbox', async () => {
    expect((await product.client().send(calls.system.version)).code).toBe('COMCC00000')
  })
})
