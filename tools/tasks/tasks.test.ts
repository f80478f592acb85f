import { join } from 'node:path'

import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { run } from '../product/run.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { compileCache } from '../tests/test-cache.ts'

let url: string
let database: PoolDatabase
beforeAll(async () => {
  url = await createTestDatabase()
  database = createDatabase(url, { max: 1, onIdleError: () => {} })
})
beforeEach(async () => {
  await database.query('DELETE FROM tasks')
})
afterAll(() => database.close())

function call(...words: string[]): Promise<{ code: number; output: string }> {
  return run(process.execPath, [join(import.meta.dirname, '../operate', 'tasks.ts'), ...words], {
    env: { PATH: process.env['PATH'], ...compileCache, DATABASE_URL: url },
  })
}

async function queue(
  kind: string,
  { attempts = 0, dead = false, running = false } = {},
): Promise<string> {
  const [row] = await database.query<{ task_no: bigint }>(
    `INSERT INTO tasks (customer_no, kind, task_key, payload, run_at, attempts, dead_at, locked_at, lease_until)
     VALUES ('C1', $1, $1, '{"customer":"C1"}', now() - interval '1 minute', $2,
             CASE WHEN $3 THEN now() END, CASE WHEN $4 THEN now() END, CASE WHEN $4 THEN now() END)
     RETURNING task_no`,
    [kind, attempts, dead, running],
  )
  return String(row?.task_no)
}

async function acts(): Promise<string[]> {
  const rows = await database.query<{ row: string }>(
    `SELECT actor || ' ' || act || ' ' || about AS row FROM staff_log
      WHERE act LIKE '%-task' ORDER BY log_no`,
  )
  return rows.map(({ row }) => row)
}

describe('npm run tasks', { timeout: 60_000 }, () => {
  it('lists tasks by kind and state, and shows one', async () => {
    const disbursement = await queue('disburse', { attempts: 12 })
    const message = await queue('send-message', { dead: true, attempts: 40 })
    const listed = await call('list')
    expect(listed.code).toBe(0)
    expect(listed.output).toContain(`${disbursement} failing disburse attempts=12`)
    const dead = await call('list', '--state', 'dead')
    expect(dead.output).toMatch(new RegExp(`^${message} dead send-message attempts=40`))
    expect((await call('list', '--kind', 'collect')).output).toBe('No such task is queued.\n')
    expect((await call('show', disbursement)).output).toContain('payload {"customer":"C1"}')
    expect((await call('exceptions')).output).toBe('There is nothing to look into.\n')
  })

  it('retries a dead message, postpones a disbursement, and records both actions', async () => {
    const disbursement = await queue('disburse', { attempts: 3 })
    const message = await queue('send-message', { dead: true, attempts: 40 })
    expect((await call('retry', message, '--yes')).output).toContain('is due now')
    expect((await call('defer', disbursement, '--minutes', '90', '--yes')).output).toContain(
      'deferred',
    )
    const rows = await database.query(
      `SELECT kind, attempts, dead_at IS NULL AS alive, run_at > now() + interval '80 minutes' AS later
         FROM tasks ORDER BY kind`,
    )
    expect(rows).toEqual([
      { kind: 'disburse', attempts: 3, alive: true, later: true },
      { kind: 'send-message', attempts: 0, alive: true, later: false },
    ])
    expect((await acts()).slice(-2)).toEqual([
      `command retry-task task=${message} kind=send-message attempts=40`,
      `command defer-task task=${disbursement} kind=disburse attempts=3`,
    ])
  })

  it('cancels a task that leaves nothing open, and refuses orders, running tasks and a missing confirmation', async () => {
    const [disbursement, message, cut] = [
      await queue('disburse'),
      await queue('send-message'),
      await queue('cut-rates'),
    ]
    const running = await queue('reconcile-day', { running: true })
    const before = (await acts()).length
    for (const [words, complaint] of [
      [['cancel', disbursement, '--yes'], 'cannot be cancelled'],
      [['cancel', running, '--yes'], 'is running'],
      [['retry', running, '--yes'], 'is running'],
      [['retry', message], 'There is no terminal to ask at'],
      [['cancel', '999999', '--yes'], 'There is no task 999999'],
      [['defer', disbursement, '--minutes', '99999', '--yes'], '--minutes has to be'],
      [['list', '--state', 'odd'], '--state has to be one of'],
      [['remove'], 'There is no command remove'],
      [['show', '1; DROP TABLE tasks'], 'is not the number of a task'],
    ] as const) {
      const { code, output } = await call(...words)
      expect([code, output]).toEqual([1, expect.stringContaining(complaint) as string])
    }
    expect(await acts()).toHaveLength(before)

    expect((await call('cancel', message, cut, '--yes')).code).toBe(0)
    const rows = await database.query(
      `SELECT kind, dead_at IS NOT NULL AND is_cancelled AS cancelled FROM tasks ORDER BY kind`,
    )
    expect(rows).toEqual([
      { kind: 'disburse', cancelled: false },
      { kind: 'reconcile-day', cancelled: false },
      { kind: 'send-message', cancelled: true },
    ])
    expect((await call('list', '--state', 'cancelled')).output).toContain('send-message')
    expect(await acts()).toHaveLength(before + 2)
  })
})
