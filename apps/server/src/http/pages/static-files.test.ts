import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyRequest } from 'fastify'
import { assertOwnHost } from '#http/guards.ts'
import { networkAddresses, phoneUrlOf } from '#http/own-network.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

const SCRIPT = 'preload(location.hash)'
const PAGE = `<!doctype html><meta name="qingzhou-config" content="{}"><script>${SCRIPT}</script><script src="/assets/a.js"></script>`
const hash = createHash('sha256').update(SCRIPT).digest('base64')

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-build-'))
let product: TestProduct
let unbuilt: TestProduct

beforeAll(async () => {
  for (const app of ['web', 'desk', 'console']) {
    mkdirSync(join(folder, app, 'assets'), { recursive: true })
    writeFileSync(join(folder, app, 'index.html'), PAGE)
    writeFileSync(join(folder, app, 'favicon.svg'), '<svg/>')
    writeFileSync(join(folder, app, 'offline.js'), 'let offline')
    writeFileSync(join(folder, app, 'offline.js.br'), brotliCompressSync('let offline'))
    writeFileSync(join(folder, app, 'assets/a-Xy12.js'), 'let a')
    writeFileSync(join(folder, app, 'assets/a-Xy12.js.br'), brotliCompressSync('let a'))
    writeFileSync(join(folder, app, 'assets/a-Xy12.js.gz'), gzipSync('let a'))
  }
  writeFileSync(join(folder, 'secret.txt'), 'not for you')
  product = await startTestProduct({ BUILD_DIR: folder, IP_LOOKUP_URL: 'https://ip.example/"<x>' })
  unbuilt = await startTestProduct({ BUILD_DIR: join(folder, 'nowhere') })
})
afterAll(async () => {
  await product.stop()
  await unbuilt.stop()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers = {}) => product.app.inject({ method: 'GET', url, headers })
const cacheOf = async (url: string) => (await get(url)).headers['cache-control']
const settingsOf = async (url: string) => {
  const content = /content="([^"]*)"/.exec((await get(url)).body)?.[1] ?? ''
  return JSON.parse(
    content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
  )
}

const phoneUrl = (host: string, publicOrigin?: string) =>
  phoneUrlOf({ host, port: 8080, publicOrigin })
const guard = (name: string, host: string) => () =>
  // The guard reads nothing but the header.
  assertOwnHost({ headers: { host: name } } as FastifyRequest, {
    host,
    publicOrigin: undefined,
  })

describe('the web app', () => {
  it('gets its settings once, escaped', async () => {
    for (const url of ['/', '/index.html', '/desk/']) {
      const { body, statusCode } = await get(url)
      expect(statusCode).toBe(200)
      const content = /content="([^"]*)"/.exec(body)?.[1] ?? ''
      expect(content).not.toMatch(/[<>]/)
      const settings = content
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
      expect(JSON.parse(settings)).toMatchObject({
        mode: 'sandbox',
        ipLookupUrl: 'https://ip.example/"<x>',
      })
    }
  })

  it('carries the published key and the server time, so that its first call needs no other', async () => {
    const { sealKey, serverTime } = await settingsOf('/')
    const { sealing, now } = product.services
    expect(sealKey).toEqual({ ...(await sealing.newest()), bodyForm: sealing.bodyForm })
    expect(Math.abs(now().getTime() - serverTime)).toBeLessThan(60_000)
    product.advance(3_600)
    expect((await settingsOf('/')).serverTime).toBeGreaterThanOrEqual(serverTime + 3_600_000)
    expect(await settingsOf('/desk/')).not.toHaveProperty('sealKey')
  })

  it('serves the desk under its own host only, against DNS rebinding', async () => {
    for (const url of ['/desk', '/desk/', '/desk/index.html', '/desk/assets/a-Xy12.js']) {
      expect((await get(url, { host: 'evil.example' })).statusCode).toBe(403)
    }
    expect((await get('/', { host: 'evil.example' })).statusCode).toBe(200)
  })

  it('names an address for phones only where the server listens for them', () => {
    for (const host of ['127.0.0.1', 'localhost', '::1']) expect(phoneUrl(host)).toBeUndefined()
    expect(phoneUrl('192.0.2.7')).toBe('http://192.0.2.7:8080/')
    expect(phoneUrl('127.0.0.1', 'https://loans.example')).toBe('https://loans.example/')
    // Which addresses this machine has is not known here; none of them is loopback.
    expect(phoneUrl('0.0.0.0') ?? '').not.toMatch(/127\.|localhost|0\.0\.0\.0/)
  })

  it('accepts the addresses of its networks where it listens on all of them, and no other name', () => {
    for (const address of networkAddresses({ host: '0.0.0.0' })) {
      expect(guard(`${address}:8080`, '0.0.0.0')).not.toThrow()
      expect(guard(`${address}:8080`, '127.0.0.1')).toThrow()
    }
    expect(guard('evil.example', '0.0.0.0')).toThrow()
  })

  it('comes as gzip for a browser without brotli', async () => {
    for (const url of ['/', '/assets/a-Xy12.js']) {
      const { headers, rawPayload } = await get(url, { 'accept-encoding': 'gzip, deflate' })
      expect(headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(rawPayload).toString()).toContain(url === '/' ? 'qingzhou-config' : 'let a')
    }
  })

  it('answers HEAD requests', async () => {
    for (const url of ['/', '/healthz', '/readyz']) {
      expect((await product.app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
    }
  })

  it('allows its own scripts and the inline script of the page, and no others', async () => {
    const { headers } = await get('/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self' https://ip.example;")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain("'unsafe-")
  })

  it('allows its service worker to request pages, and nothing else', async () => {
    for (const encoding of ['br', 'identity']) {
      const { headers } = await get('/offline.js', { 'accept-encoding': encoding })
      expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
      expect(headers['cache-control']).toBe('no-cache')
    }
  })

  it('is sent compressed to clients that accept it', async () => {
    const page = await get('/', { 'accept-encoding': 'gzip, br' })
    expect(page.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(page.rawPayload).toString()).toContain(SCRIPT)
    const asset = await get('/assets/a-Xy12.js', { 'accept-encoding': 'br' })
    expect(asset.headers['content-encoding']).toBe('br')
    expect((await get('/assets/a-Xy12.js')).body).toBe('let a')
  })

  it('opens the console at every address below its own, for staff to return to', async () => {
    for (const url of ['/console/', '/console/customers/10000000000000000001/loans']) {
      const { statusCode, headers, body } = await get(url)
      expect(statusCode).toBe(200)
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
      expect(body).toContain('qingzhou-config')
    }
    expect((await get('/console/assets/a-Xy12.js')).body).toBe('let a')
    expect((await get('/console/assets/missing.js')).statusCode).toBe(404)
    expect((await get('/console')).headers.location).toBe('/console/')
  })

  it('is cached for ever under hashed names, and revalidated otherwise', async () => {
    expect(await cacheOf('/assets/a-Xy12.js')).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/desk/assets/a-Xy12.js')).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/favicon.svg')).toBe('no-cache')
    expect(await cacheOf('/')).toBe('no-store')
  })

  it('serves no file outside its folder', async () => {
    const urls = [
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..\\secret.txt',
    ]
    for (const url of urls) {
      const { statusCode, body } = await get(url)
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(body).not.toContain('not for you')
    }
  })

  it('answers 503 with the build command when it is not built', async () => {
    const { statusCode, body } = await unbuilt.app.inject({ method: 'GET', url: '/' })
    expect(statusCode).toBe(503)
    expect(body).toContain('npm run build')
  })
})

it('every response forbids sniffing and referrers, and API responses also framing and caching', async () => {
  const closed = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
  expect((await get('/assets/a-Xy12.js')).headers).toMatchObject(closed)
  for (const url of ['/', '/healthz', '/no/such']) {
    expect((await get(url)).headers).toMatchObject({
      ...closed,
      'permissions-policy': expect.stringContaining('camera=(self), geolocation=(self)'),
      'x-request-id': expect.any(String),
    })
  }
  const { headers } = await get('/no/such')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toContain("default-src 'none'; frame-ancestors 'none'")
})
