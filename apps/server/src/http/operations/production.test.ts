import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { keepAssets } from '#http/pages/kept-assets.ts'
import { recordBackup } from '@qingzhou/platform/processes/backup-store'
import { startHeartbeat } from '@qingzhou/platform/processes/heartbeat'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { httpTestCalls, httpTestEndpoints } from '#testing/http-test-calls.ts'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { assertFitForProduction, complaintsAboutVersion } from '#boot/prepare-database.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { asOwnServer, asServers, productionSettings } from '#testing/production.ts'

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-production-'))
const settings = { ...(await productionSettings(folder)), BUILD_DIR: folder }
const metricsToken = settings.METRICS_TOKEN
const throughProxy = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '6.6.6.6, 198.51.100.7' }

let owner: string
let product: TestProduct
beforeAll(async () => {
  mkdirSync(join(folder, 'web'))
  writeFileSync(join(folder, 'web/index.html'), '<meta name="qingzhou-config" content="{}">')
  owner = await createTestDatabase()
  product = await startTestProduct(
    { ...settings, DATABASE_URL: await asServers(owner, folder) },
    httpTestEndpoints(),
    'now',
  )
})
afterAll(async () => {
  await product.stop()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers = {}) =>
  product.app.inject({ method: 'GET', url, headers: { ...throughProxy, ...headers } })

const daysLater = (count: number) => new Date(Date.now() + count * 86_400_000)

function writeAsset(build: string, name: string): void {
  mkdirSync(join(build, 'web/assets'), { recursive: true })
  writeFileSync(join(build, 'web/assets', name), 'let a')
  writeFileSync(join(build, 'web/assets', `${name}.br`), brotliCompressSync('let a'))
}

const idOf = async (input: string) =>
  (await get('/healthz', { 'x-request-id': input })).headers['x-request-id']

describe('in production', () => {
  it.each(['/desk', '/desk/', '/desk/api/people', '/sandbox/inbox', '/openapi.json'])(
    '%s is not routed',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404)
    },
  )

  it("the metrics require the monitor's token", async () => {
    expect((await get('/metrics')).statusCode).toBe(404)
    expect((await get('/metrics', { authorization: 'Bearer wrong' })).statusCode).toBe(404)
    expect((await get('/metrics', { authorization: `Bearer ${metricsToken}` })).statusCode).toBe(
      200,
    )
  })

  it('the metrics name the version, the process and the end of the signing certificate', async () => {
    const { body } = await get('/metrics', { authorization: `Bearer ${metricsToken}` })
    expect(body).toContain(
      `qingzhou_build_info{version="${product.config.version}",node="${process.version}"} 1`,
    )
    for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total']) {
      expect(Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])).toBeGreaterThan(0)
    }
    const end = /^qingzhou_signing_certificate_end_seconds (\S+)$/m.exec(body)?.[1]
    expect(Number(end) * 1000).toBeGreaterThan(Date.now())
  })

  it('the metrics name the last worker, backup and reconciled day, each once there is one', async () => {
    const { database } = product.services
    const names = ['worker_heartbeat', 'last_backup', 'last_reconciled_day']
    const values = async () => {
      const { body } = await get('/metrics', { authorization: `Bearer ${metricsToken}` })
      return names.map((name) => {
        const [, value] = new RegExp(`^qingzhou_${name}_seconds (\\S+)$`, 'm').exec(body) ?? []
        return value === undefined ? undefined : Number(value)
      })
    }
    expect(await values()).toEqual([undefined, undefined, undefined])

    const heartbeat = await startHeartbeat(database, product.config)
    expect(await values()).toEqual([undefined, undefined, undefined])
    heartbeat.takesTasks(true)
    await vi.waitFor(async () => expect((await values())[0]).toBeDefined())
    await recordBackup(database)
    await database.query(
      `INSERT INTO reconciled_days (transferred_on, compared_at, transfers) VALUES ('1970-01-04', now(), 0)`,
    )
    expect(await values()).toEqual([expect.any(Number), expect.any(Number), 3 * 86_400])

    await heartbeat.stop()
    expect((await values())[0]).toBeUndefined()
  })

  it('files of an earlier build stay available after an upgrade, and go after 30 days', async () => {
    const { config } = product
    const earlier = join(config.dataDirectory, 'earlier')
    writeAsset(earlier, 'old-1.js')
    expect((await get('/assets/old-1.js')).statusCode).toBe(404)
    await keepAssets({ ...config, buildDirectory: earlier }, daysLater(0))
    const { body, statusCode } = await get('/assets/old-1.js')
    expect([statusCode, body]).toEqual([200, 'let a'])
    const compressed = await get('/assets/old-1.js', { 'accept-encoding': 'br' })
    expect(compressed.headers['content-encoding']).toBe('br')
    // Nothing but the files of a build can be reached there.
    expect((await get('/assets/../../keys/vault')).statusCode).toBe(404)

    writeAsset(config.buildDirectory, 'new-1.js')
    await keepAssets(config, daysLater(29))
    expect((await get('/assets/old-1.js')).statusCode).toBe(200)
    await keepAssets(config, daysLater(31))
    expect((await get('/assets/old-1.js')).statusCode).toBe(404)
    expect((await get('/assets/new-1.js')).statusCode).toBe(200)
  })

  it('a request keeps the id that the proxy in front gave it, if it looks like one', async () => {
    for (const id of ['7f3a9c0d1e2b4a5f7f3a9c0d1e2b4a5f', randomUUID()])
      expect(await idOf(id)).toBe(id)
    // A proxy may pass on what a client has written: a phone, an identity number.
    for (const input of ['bad id {}', '13800138000', '330106199003070017', '1'.repeat(32)]) {
      expect(await idOf(input)).toMatch(/^(?!\d+$)[\w-]{16}$/)
    }
  })

  it('the page forbids framing and sends Strict-Transport-Security', async () => {
    const { headers } = await get('/')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['strict-transport-security']).toContain('max-age=')
  })

  it.each(['/', '/healthz', '/nowhere'])(
    '%s sends Strict-Transport-Security even when the proxy does not name the protocol',
    async (url) => {
      const { headers } = await product.app.inject({ method: 'GET', url })
      expect(headers['strict-transport-security']).toContain('max-age=')
    },
  )

  it('a secret cookie is Secure even when the proxy does not name the protocol', async () => {
    const { path } = calls.onboarding.startAuthorisation
    const { headers } = await product.app.inject({ method: 'GET', url: `${path}?provider=wallet` })
    expect(headers['set-cookie']).toMatch(
      /^__Host-qz_authorisation=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    )
  })

  it('only pages of the configured origin may write', async () => {
    const client = product.client()
    const from = async (origin: string) => {
      const headers = { ...throughProxy, origin, host: 'evil.example' }
      return (await client.send(httpTestCalls.http.plain, { words: 'x' }, { headers })).status
    }
    expect(await from('https://loans.example')).toBe(200)
    expect(await from('https://evil.example')).toBe(403)
    expect(await from('http://loans.example')).toBe(403)
  })

  it('a redirect may lead to the consent pages and to no other external host', async () => {
    const { path } = httpTestCalls.http.leave
    const sentTo = async (to: string) => (await get(`${path}?to=${to}`)).headers.location
    expect(await sentTo('https://consent.example/x')).toBe('https://consent.example/x')
    expect(await sentTo('https://evil.example/x')).toMatch(/^\/#\/error\?/)
  })

  it('the server refuses a sandbox database, which was used with sandbox keys', async () => {
    const sandbox = await startTestProduct()
    const { databaseUrl } = sandbox.config
    await sandbox.stop()
    const attempt = startTestProduct({
      ...settings,
      DATABASE_URL: asOwnServer(databaseUrl, folder),
    })
    await expect(attempt).rejects.toThrow(
      /VAULT_INDEX_KEY is not the key that this database was used with/,
    )
  })

  it('the server refuses the embedded PostgreSQL', async () => {
    const host = encodeURIComponent('/tmp/qingzhou-0123456789abcdef')
    const DATABASE_URL = `postgresql:///qingzhou?host=${host}&user=qingzhou`
    const attempt = startTestProduct({ ...settings, DATABASE_URL })
    await expect(attempt).rejects.toThrow('the embedded PostgreSQL')
  })

  it('the server refuses a pre-release version of PostgreSQL', () => {
    for (const version of ['18beta1', '18rc1', '19devel']) {
      expect(complaintsAboutVersion(version)).toEqual([
        `DATABASE_URL leads to PostgreSQL ${version}, which is not a release`,
      ])
    }
    for (const version of ['18.4', '15.13 (Debian 15.13-0+deb12u1)']) {
      expect(complaintsAboutVersion(version)).toEqual([])
    }
  })

  it('the server refuses sandbox partner codes and a sandbox gateway in one error', async () => {
    const { services, config, sandbox } = product
    await services.database.query(
      `INSERT INTO bank_partners (bank_partner_code, name) VALUES ('GD0001', '合作银行一')`,
    )
    const providers = { ...config.providers, url: sandbox.url }
    const attempt = assertFitForProduction(services, { ...config, providers })
    await expect(attempt).rejects.toThrow(/\(GD0001\)[^]*PROVIDERS_URL leads to the sandbox/)
    await services.database.query(`UPDATE bank_partners SET ends_at = $1`, [services.now()])
    await assertFitForProduction(services, config)
  })

  it('the server refuses the login that owns the schema', async () => {
    const { services, config } = product
    const database = createDatabase(owner, { max: 1, role: 'qingzhou_app', onIdleError: () => {} })
    const attempt = assertFitForProduction({ ...services, database }, config)
    await expect(attempt).rejects.toThrow(/DATABASE_URL has the login that owns the schema/)
    await database.close()
  })

  it('the seed inserts no sandbox partner code', async () => {
    const rows = await product.services.database.query(
      `SELECT 1 FROM bank_partners WHERE bank_partner_code IN ('GD0002', 'GD0003')`,
    )
    expect(rows).toEqual([])
  })

  it('a server without a signing key does not start', async () => {
    const attempt = startTestProduct({
      ...settings,
      DATABASE_URL: asOwnServer(await createTestDatabase(), folder),
      LENDER_KEY_FILE: join(folder, 'not-there.pem'),
    })
    await expect(attempt).rejects.toThrow('LENDER_KEY_FILE cannot be read')
  })

  it('sealed calls are answered', async () => {
    expect((await product.client().send(calls.system.version)).code).toBe('COMCC00000')
  })
})
