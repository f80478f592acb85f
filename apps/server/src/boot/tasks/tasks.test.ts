import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import type { Database } from '@qingzhou/platform/database/database'
import { taskHandlersOf } from '#boot/task-handlers.ts'
import { startProductForFile } from '#testing/product.ts'
import { retryTask } from '@qingzhou/platform/tasks/operate'
import { releaseExpired } from '@qingzhou/platform/tasks/queue-store'
import { runWorkers, type Workers } from '@qingzhou/platform/tasks/run-workers'

const product = startProductForFile()
let owner: PoolDatabase
beforeAll(async () => {
  owner = createDatabase(product.config.databaseUrl, { max: 1, onIdleError: () => {} })
})
afterAll(async () => {
  await owner.close()
})

type Payload = { readonly applyNo: string }

/** Workers that record their tasks and run the given work. */
function workersThat(
  work: (requests: Payload) => Promise<void> = async () => {},
): Workers & { readonly requests: string[]; until(count: number): Promise<void> } {
  const requests: string[] = []
  let told: (() => void) | undefined
  const workers = runWorkers({
    database: product.services.database,
    count: 2,
    log: product.services.log,
    handlers: {
      ...taskHandlersOf(product.services),
      'decide-application': async (payload) => {
        requests.push(payload.applyNo)
        told?.()
        await work(payload)
      },
    },
  })
  const until = async (count: number) => {
    while (requests.length < count) await new Promise<void>((resolve) => (told = resolve))
  }
  return { ...workers, requests, until }
}

async function queue(applyNo: string, more: { key?: string; runAt?: Date } = {}): Promise<void> {
  const { database, tasks } = product.services
  await database.inTransaction((tx) =>
    tasks.add(tx, { kind: 'decide-application', payload: { customer: 'c', applyNo }, ...more }),
  )
}

function inMinutes(minutes: number): Date {
  return new Date(Date.now() + minutes * 60_000)
}

async function isBack(): Promise<boolean> {
  const requests = product.services.database.query(`SELECT`)
  return requests.then(
    () => true,
    () => false,
  )
}

async function listWaiting(db: Database): Promise<string[]> {
  const rows = await db.query<{ application_no: string }>(
    `SELECT payload->>'applyNo' AS application_no FROM tasks ORDER BY task_no`,
  )
  return rows.map((row) => row.application_no)
}

describe('a task', { timeout: 30_000 }, () => {
  it('is run by a worker as soon as its transaction commits', async () => {
    const workers = workersThat()
    await queue('first')
    await workers.until(1)
    await workers.stop()
    expect(workers.requests).toEqual(['first'])
    expect(await listWaiting(owner)).toEqual([])
  })

  it('is asked for often again after a retry, although the next one is planned for later', async () => {
    const { services } = product
    await queue('old', { key: 'k', runAt: inMinutes(60) })
    const [row] = await owner.query<{ task_no: bigint }>('SELECT task_no FROM tasks')
    await retryTask(services, row?.task_no ?? 0n)
    const workers = workersThat(async ({ applyNo }) => {
      if (applyNo === 'old') await queue('next', { key: 'k', runAt: inMinutes(10) })
    })
    await workers.until(2)
    await workers.stop()
    expect(workers.requests).toEqual(['old', 'next'])
  })

  it('is not enqueued when its transaction is rolled back', async () => {
    const { database, tasks } = product.services
    const attempt = database.inTransaction(async (tx) => {
      const payload = { customer: 'c', applyNo: 'lost' }
      await tasks.add(tx, { kind: 'decide-application', payload })
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    expect(await listWaiting(owner)).toEqual([])
  })

  it('is enqueued once per key, with the last payload', async () => {
    await queue('one', { key: 'same' })
    await queue('two', { key: 'same' })
    expect(await listWaiting(owner)).toEqual(['two'])
    expect(await product.runTasks()).toEqual({ done: 1, failed: 0 })
  })

  it('waits for its time by the test clock', async () => {
    await queue('later', { runAt: new Date(product.services.now().getTime() + 60_000) })
    expect(await product.runTasks()).toEqual({ done: 0, failed: 0 })
    product.advance(61)
    expect(await product.runTasks()).toEqual({ done: 1, failed: 0 })
  })

  it('is retried after a failure, and the reason is not stored', async () => {
    let failures = 0
    const workers = workersThat(async () => {
      failures += 1
      if (failures === 1) throw new Error('问题 of 张三 13800001111')
    })
    await queue('twice')
    await workers.until(2)
    await workers.stop()
    expect(workers.requests).toEqual(['twice', 'twice'])
    expect(product.logged()).toContain('task.failed')
    expect(product.logged()).not.toContain('13800001111')
    expect(await listWaiting(owner)).toEqual([])
  })

  it('a task that is enqueued again while it runs is replaced by its successor, even if it fails', async () => {
    let failures = 0
    const workers = workersThat(async () => {
      failures += 1
      if (failures > 1) return
      await queue('successor', { key: 'same' })
      throw new Error('of no use any more')
    })
    await queue('predecessor', { key: 'same' })
    await workers.until(2)
    await workers.stop()
    expect(workers.requests).toEqual(['predecessor', 'successor'])
    expect(await listWaiting(owner)).toEqual([])
  })

  it('is run although every connection was cut meanwhile', async () => {
    const workers = workersThat()
    await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    while (!(await isBack())) await setTimeout(20)
    await queue('after')
    await workers.until(1)
    await workers.stop()
    expect(workers.requests).toEqual(['after'])
  })

  it('claimed by a server of the previous version is released after two minutes', async () => {
    await queue('orphan')
    const lock = (age: string) =>
      owner.query(
        `UPDATE tasks SET locked_by = 'gone', attempts = 1,
           locked_at = now() - $1::interval`,
        [age],
      )
    await lock('1 minute')
    await releaseExpired(owner)
    expect(await product.runTasks()).toEqual({ done: 0, failed: 0 })
    await lock('3 minutes')
    await releaseExpired(owner)
    expect(await product.runTasks()).toEqual({ done: 1, failed: 0 })
  })

  it('is counted in the metrics when it is due, failing or dead', async () => {
    for (const applyNo of ['waits', 'failing', 'dead']) await queue(applyNo)
    await queue('later', { runAt: new Date(Date.now() + 86_400_000) })
    await owner.query(`UPDATE tasks SET attempts = 10 WHERE payload->>'applyNo' = 'failing'`)
    await owner.query(`UPDATE tasks SET dead_at = now() WHERE payload->>'applyNo' = 'dead'`)
    const { body } = await product.app.inject({ url: '/metrics' })
    const counted = (state: string, count: number) =>
      expect(body).toContain(`qingzhou_tasks{kind="decide-application",state="${state}"} ${count}`)
    counted('due', 2)
    counted('failing', 1)
    counted('dead', 1)
    counted('running', 0)
    expect(body).toMatch(/^qingzhou_task_wait_seconds\{kind="decide-application"\} \d/m)
  })
})
