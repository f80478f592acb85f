import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueTestKey } from '@qingzhou/platform/documents/signing/sandbox-signing-key'
import { reportProcess } from '@qingzhou/platform/processes/process-store'
import { asOwnServer, productionSettings } from '@qingzhou/server/testing/production.ts'
import { startTlsFront } from '@qingzhou/server/testing/tls-front.ts'
import { expect, inject, it } from 'vitest'
import { startTestProduct } from '@qingzhou/server/testing/product.ts'
import { run } from '../product/run.ts'
import { startPgBouncer } from '../postgres/pgbouncer.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { compileCache } from '../tests/test-cache.ts'

const check = (environment: Record<string, string>) =>
  run(process.execPath, [join(import.meta.dirname, '../operate', 'check-settings.ts')], {
    env: { PATH: process.env['PATH'], ...compileCache, ...environment },
  })

it(
  'npm run check-settings finds a working product in order, and names each thing that is wrong',
  { timeout: 120_000 },
  async () => {
    const product = await startTestProduct()
    try {
      const { databaseUrl, dataDirectory, providers } = product.config
      const buildDirectory = mkdtempSync(join(tmpdir(), 'qingzhou-check-'))
      mkdirSync(join(buildDirectory, 'web'))
      writeFileSync(join(buildDirectory, 'web/index.html'), '')
      const secretFile = join(buildDirectory, 'database-url')
      writeFileSync(secretFile, `${databaseUrl}\n`)
      const working = {
        DATABASE_URL_FILE: secretFile,
        DATA_DIR: dataDirectory,
        SANDBOX_URL: providers.url,
        SANDBOX_SECRET: providers.secret,
        DATABASE_CONNECTIONS_MAX: '2',
        BUILD_DIR: buildDirectory,
      }
      const inOrder = await check(working)
      expect(inOrder.output).toMatch(/^ok {5}database: .+, PostgreSQL \d+/m)
      expect(inOrder.output).not.toContain('wrong')
      expect(inOrder.code).toBe(0)

      const wrong = await check({
        ...working,
        DATABASE_URL_FILE: '',
        DATABASE_URL: await createTestDatabase(),
        SANDBOX_URL: 'http://127.0.0.1:1',
        BUILD_DIR: join(buildDirectory, 'none'),
        DATABASE_CONNECTIONS_MAX: '100000',
        DATABASE_READ_URL_FILE: secretFile,
      })
      expect(wrong.code).toBe(1)
      expect(wrong.output).toContain('wrong  built app:')
      expect(wrong.output).toContain('wrong  gateway: http://127.0.0.1:1 does not answer')
      expect(wrong.output).toMatch(/wrong {2}standby: .* is no standby of the database/)
      expect(wrong.output).toMatch(/wrong {2}database: .*only \d+ connections are free/)

      const otherKeys = await check({ ...working, DATA_DIR: join(buildDirectory, 'other') })
      expect(otherKeys.code).toBe(1)
      expect(otherKeys.output).toContain('VAULT_INDEX_KEY is not the key')

      const unreachable = await check({
        ...working,
        DATABASE_URL_FILE: '',
        DATABASE_URL: 'postgresql://someone:hidden@127.0.0.1:1/none',
        DATABASE_READ_URL: 'postgresql://someone:hidden@127.0.0.1:2/none',
      })
      expect(unreachable.output).toContain('wrong  database: 127.0.0.1:1 cannot be reached')
      expect(unreachable.output).toContain('wrong  standby: 127.0.0.1:2 cannot be reached')
      expect(unreachable.output).not.toContain('hidden')

      const both = await check({ ...working, DATABASE_URL: databaseUrl })
      expect(both.output).toContain('DATABASE_URL and DATABASE_URL_FILE are both set')
    } finally {
      await product.stop()
    }
  },
)

it('npm run check-settings refuses the sandbox as gateway of production', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qingzhou-check-'))
  const { key, certificates, authority } = await issueTestKey(new Date(), 'server')
  writeFileSync(join(folder, 'authority.pem'), authority)
  const front = await startTlsFront({ key, cert: certificates })
  const product = await startTestProduct()
  try {
    front.leadTo([product.sandbox.url])
    const { output, code } = await check({
      ...(await productionSettings(folder)),
      DATABASE_URL: asOwnServer(await createTestDatabase(), folder),
      DATA_DIR: join(folder, 'data'),
      PROVIDERS_URL: front.url,
      NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
    })
    expect(output).toMatch(/^wrong {2}gateway: PROVIDERS_URL leads to the sandbox/m)
    expect(code).toBe(1)
  } finally {
    await product.stop()
    await front.stop()
    rmSync(folder, { recursive: true })
  }
})

it('npm run check-settings refuses a pooler that mixes up statements, and keys that differ from those of running servers, as the server does', async () => {
  const product = await startTestProduct()
  const pooler = await startPgBouncer(inject('postgresUrl'), { maxPrepared: 0 })
  try {
    const { databaseUrl, dataDirectory, providers } = product.config
    const settings = {
      DATA_DIR: dataDirectory,
      SANDBOX_URL: providers.url,
      SANDBOX_SECRET: providers.secret,
      DATABASE_CONNECTIONS_MAX: '2',
    }
    const pooled = await check({ ...settings, DATABASE_URL: pooler.through(databaseUrl) })
    expect(pooled.output).toMatch(/^wrong {2}database: .*prepared_statements=off/m)
    const off = pooler.through(databaseUrl, { prepared_statements: 'off' })
    expect((await check({ ...settings, DATABASE_URL: off })).output).toMatch(/^ok {5}database/m)

    const { database } = product.services
    const other = { processId: 'other', host: 'two', pid: 2, version: '1', takesTasks: false }
    await reportProcess(database, { ...other, vaultKeyIds: ['2027'] })
    const { output } = await check({ ...settings, DATABASE_URL: databaseUrl })
    expect(output).toContain('VAULT_KEYS lacks the key "2027", which running servers seal with')
    expect(output).toContain('the process 2 on two does not hold the vault key "sandbox-1"')
    await expect(startTestProduct({ DATABASE_URL: databaseUrl })).rejects.toThrow('"2027"')

    await database.query(`DELETE FROM running_processes WHERE process_id = 'other'`)
    await database.query(
      `UPDATE body_keys SET private_key_sealed = overlay(private_key_sealed PLACING '9' FROM 11 FOR 1)`,
    )
    const sealed = await check({ ...settings, DATABASE_URL: databaseUrl })
    expect(sealed.output).toMatch(/wrong {2}database: .*sealed with the vault key "sandbox-9"/)
  } finally {
    await pooler.stop()
    await product.stop()
  }
})
