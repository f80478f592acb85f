import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startTestProduct } from '@qingzhou/server/testing/product.ts'
import { run } from '../product/run.ts'
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
        DATABASE_READ_URL: databaseUrl,
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
