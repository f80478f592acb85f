import { join } from 'node:path'

import { createDatabase } from '@qingzhou/platform/database/pool'
import { expect, it } from 'vitest'

import { run } from '../product/run.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { compileCache } from '../tests/test-cache.ts'

it(
  'npm run verify exits with status 1 and names the rule when the books violate one',
  { timeout: 60_000 },
  async () => {
    const url = await createTestDatabase()
    const verify = () =>
      run(process.execPath, [join(import.meta.dirname, '../operate/verify.ts')], {
        env: { PATH: process.env['PATH'], ...compileCache, DATABASE_URL: url },
      })
    expect(await verify()).toEqual({ code: 0, output: 'All rules hold.\n' })

    const database = createDatabase(url, { max: 1, onIdleError: () => {} })
    await database.query(
      `INSERT INTO limits (customer_no, granted_fen, used_fen, state, valid_until, grade,
                           annual_rate_ppm, lender, opened_at)
       VALUES ('C1', 100, 7, 'open', '2099-01-01', 'C', 0, 'consumer-finance', now())`,
    )
    await database.close()
    const { code, output } = await verify()
    expect(code).toBe(1)
    expect(output).toContain('limit-used C1 -: it does not hold that a limit is used by')
    expect(output).toContain('1 broken.')
  },
)
