import { join } from 'node:path'

import { createDatabase } from '@qingzhou/platform/database/pool'
import { expect, it } from 'vitest'

import { run } from '../product/run.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { compileCache } from '../tests/test-cache.ts'

it(
  'npm run reconcile names an order that is open for too long, and exits with status 1',
  { timeout: 60_000 },
  async () => {
    const url = await createTestDatabase()
    const reconcile = () =>
      run(
        process.execPath,
        [join(import.meta.dirname, '../operate', 'reconcile.ts'), '--wait', '0'],
        {
          env: { PATH: process.env['PATH'], ...compileCache, DATABASE_URL: url },
        },
      )
    // A day that was never compared is not a day without differences.
    const never = await reconcile()
    expect(never.code).toBe(2)
    expect(never.output).toContain('was never compared')
    expect(never.output).not.toContain('no differences')

    const database = createDatabase(url, { max: 1, onIdleError: () => {} })
    await database.query(
      `INSERT INTO reconciled_days (transferred_on, compared_at, transfers)
       VALUES ((now() AT TIME ZONE 'Asia/Shanghai')::date - 1, now(), 0)`,
    )
    expect((await reconcile()).code).toBe(0)
    await database.query(
      `INSERT INTO draw_applications (customer_no, draw_no, request_no, fingerprint, state,
                                      needs_face, card_id, quoted_on, applied_at, executed_at)
       SELECT 'C' || age, 'L' || age, 'r', '\\x00', 'processing', false, 'card', current_date,
              now() - age * interval '1 minute', now() - age * interval '1 minute'
         FROM (VALUES (20), (95)) AS ages (age)`,
    )
    await database.close()
    const { code, output } = await reconcile()
    expect(code).toBe(1)
    expect(output).toContain('late disbursement L95: open for 95 minutes (customer C95)')
    expect(output).not.toContain('L20')
  },
)
