import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { taskHandlersOf } from '#boot/task-handlers.ts'
import { startProductForFile } from '#testing/product.ts'
import {
  complete,
  postpone,
  deferFailedTask,
  releaseExpired,
  renewLeases,
  takeDue,
} from '@qingzhou/platform/tasks/queue-store'
import { runWorkers } from '@qingzhou/platform/tasks/run-workers'

const product = startProductForFile({}, [], 'now')
let owner: PoolDatabase
beforeAll(async () => {
  owner = createDatabase(product.config.databaseUrl, { max: 2, onIdleError: () => {} })
})
beforeEach(() => owner.query('DELETE FROM tasks'))
afterAll(async () => {
  await owner.close()
})

async function queue(applyNo: string): Promise<void> {
  const { database, tasks } = product.services
  const payload = { customer: 'c', applyNo }
  await database.inTransaction((tx) => tasks.add(tx, { kind: 'decide-application', payload }))
}

const claim = { kinds: ['decide-application'], leaseMs: 60_000 }

async function claimTask(by: string) {
  const task = await takeDue(owner, { ...claim, by })
  if (!task) throw new Error('no task was due')
  return task
}

const expire = () => owner.query(`UPDATE tasks SET lease_until = now() - interval '1 second'`)

async function storedTask() {
  return owner.query<{ locked_by: string | null; attempts: number; lease_no: bigint }>(
    'SELECT locked_by, attempts, lease_no FROM tasks',
  )
}

describe('a lease', { timeout: 30_000 }, () => {
  it('keeps a task from other workers until it expires', async () => {
    await queue('one')
    await claimTask('first')
    await releaseExpired(owner)
    expect(await takeDue(owner, { ...claim, by: 'second' })).toBeUndefined()
    await expire()
    expect(await releaseExpired(owner)).toBe(1)
    expect(await claimTask('second')).toMatchObject({ leaseNo: 2n, attempts: 2 })
  })

  it('a lease that was taken over no longer allows its old holder to complete, defer or renew the task', async () => {
    await queue('one')
    const stale = await claimTask('stale')
    await expire()
    await releaseExpired(owner)
    const current = await claimTask('current')
    expect(await complete(owner, stale)).toBe(false)
    expect(await deferFailedTask(owner, stale, {})).toBe(false)
    expect(await postpone(owner, stale, { waitMs: 1 })).toBe(false)
    expect(await renewLeases(owner, [stale, current], 60_000)).toEqual([stale])
    expect(await storedTask()).toMatchObject([{ locked_by: 'current', lease_no: 2n }])
    expect(await complete(owner, current)).toBe(true)
    expect(await storedTask()).toEqual([])
  })

  it('a lease that has expired no longer allows completing the task, even before another worker takes it', async () => {
    await queue('one')
    const stale = await claimTask('stale')
    await expire()
    await releaseExpired(owner)
    expect(await complete(owner, stale)).toBe(false)
    expect(await storedTask()).toHaveLength(1)
  })

  it('is renewed while the task runs, so that a long task runs once', async () => {
    await queue('long')
    const { database, log } = product.services
    const begun: string[] = []
    const { promise: ended, resolve: finish } = Promise.withResolvers<void>()
    const leaseMs = 3_000
    const handlers = {
      ...taskHandlersOf(product.services),
      'decide-application': async ({ applyNo }: { applyNo: string }) => {
        begun.push(applyNo)
        await ended
      },
    }
    const workers = [1, 2].map(() => runWorkers({ database, count: 1, handlers, log, leaseMs }))
    const renewals = new Set<number>()
    await vi.waitFor(
      async () => {
        const [row] = await owner.query<{ until: Date | null }>(
          'SELECT lease_until AS until FROM tasks',
        )
        if (row?.until) renewals.add(row.until.getTime())
        expect(renewals.size).toBeGreaterThan(5)
      },
      { timeout: 20_000, interval: 20 },
    )
    finish()
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(begun).toEqual(['long'])
    expect(await storedTask()).toEqual([])
  })
})

describe('a failing task', () => {
  it('waits longer each time, at most a quarter of an hour', async () => {
    const waits = []
    for (const attempts of [1, 2, 5, 7, 25, 1_000]) {
      waits.push((await fail('disburse', attempts)).waitSeconds)
    }
    expect(waits).toEqual([3, 7, 148, 900, 900, 900])
  })

  it('is retried for ever if money depends on it', async () => {
    for (const kind of ['disburse', 'collect', 'send-refund', 'ask-binding', 'follow-purchase']) {
      expect(await fail(kind, 10_000)).toMatchObject({ isDead: false })
    }
  })

  it('is dead after its last attempt if it is a message', async () => {
    expect(await fail('send-message', 39)).toMatchObject({ isDead: false })
    expect(await fail('send-message', 40)).toMatchObject({ isDead: true })
    expect(await fail('send-mail', 40)).toMatchObject({ isDead: true })
  })

  it('counts no attempt when its provider was not called', async () => {
    await queue('one')
    const task = await claimTask('test')
    await postpone(owner, task, { waitMs: 1_000 })
    expect(await storedTask()).toMatchObject([{ attempts: 0, locked_by: null }])
  })
})

/** A task that fails for the nth time. */
async function fail(kind: string, attempts: number) {
  await owner.query(
    `INSERT INTO tasks (customer_no, kind, payload, run_at, attempts) VALUES ('c', $1, '{}', now(), $2)`,
    [kind, attempts - 1],
  )
  const task = await takeDue(owner, { kinds: [kind], leaseMs: 60_000, by: 'test' })
  if (!task) throw new Error('no task was due')
  await deferFailedTask(owner, task, {})
  const [row] = await owner.query<{ wait: string; dead: boolean }>(
    `SELECT extract(epoch FROM run_at - now())::numeric(10, 0)::text AS wait,
            dead_at IS NOT NULL AS dead FROM tasks`,
  )
  await owner.query('DELETE FROM tasks')
  return { waitSeconds: Number(row?.wait), isDead: row?.dead }
}
