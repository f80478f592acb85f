import type { ChildProcess } from 'node:child_process'

import {
  executeDraw,
  newBorrower,
  type TestBorrower,
} from '@qingzhou/server/features/loans/testing/borrower.ts'
import { setFault } from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import { taskHandlersOf } from '@qingzhou/server/boot/task-handlers.ts'
import { runWorkers, type Workers } from '@qingzhou/platform/tasks/run-workers'
import { startTestProduct, type TestProduct } from '@qingzhou/server/testing/product.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { kill, launch } from './processes.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }

let product: TestProduct
let child: ChildProcess
let workers: Workers | undefined
let logged = ''
beforeEach(async () => {
  product = await startTestProduct({}, [], 'now')
  await setFault(product, { provider: 'bank', settleMs: 0 })
  workers = undefined
  logged = ''
})
afterEach(async () => {
  await kill(child)
  await workers?.stop()
  await product.stop()
})

/**
 * Starts a worker process that is executing a disbursement: the bank accepted the order and does
 * not respond.
 */
async function workerHoldingPayout(): Promise<{ borrower: TestBorrower; drawNo: string }> {
  const borrower = await newBorrower(product)
  const { drawNo } = await executeDraw(product, borrower)
  await setFault(product, { provider: 'bank', delayMs: 60_000 })
  const { dataDirectory, providers, databaseUrl } = product.config
  child = await launch('worker', {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDirectory,
    SANDBOX_URL: providers.url,
    SANDBOX_SECRET: providers.secret,
    DATABASE_CONNECTIONS_MAX: '4',
    TASK_LEASE_MS: '1500',
    PROVIDER_TIMEOUTS_MS: 'bank:8000',
    LOG_LEVEL: 'info',
  })
  child.stdout?.on('data', (part: Buffer) => (logged += part.toString()))
  await vi.waitFor(async () => expect(await holder()).toContain(`:${child.pid}:`), PATIENCE)
  await setFault(product, { provider: 'bank', delayMs: 0 })
  return { borrower, drawNo }
}

async function holder(): Promise<string | undefined> {
  const [row] = await product.services.database.query<{ locked_by: string | null }>(
    `SELECT locked_by FROM tasks WHERE kind = 'disburse'`,
  )
  return row?.locked_by ?? undefined
}

function startSecondWorker(): void {
  const { services } = product
  const { database, log } = services
  workers = runWorkers({ database, count: 2, handlers: taskHandlersOf(services), log })
}

async function untilPaid({ client }: TestBorrower, drawNo: string): Promise<void> {
  await vi.waitFor(
    async () => expect((await client.api.loans.result({ drawNo })).state).toBe('paid'),
    PATIENCE,
  )
}

async function payouts(): Promise<number> {
  const rows = await product.services.database.query(
    `SELECT FROM provider_transfers WHERE kind = 'disbursement'`,
  )
  return rows.length
}

describe('a disbursement', { timeout: 180_000 }, () => {
  it('is taken over by another worker and paid once when its worker process is killed', async () => {
    const { borrower, drawNo } = await workerHoldingPayout()
    await kill(child)
    startSecondWorker()
    await untilPaid(borrower, drawNo)
    expect(product.logged()).toContain('tasks.taken-over')
    expect(await payouts()).toBe(1)
  })

  it('is paid once when its stopped worker wakes up after the takeover, and the late worker loses its lease', async () => {
    const { borrower, drawNo } = await workerHoldingPayout()
    child.kill('SIGSTOP')
    startSecondWorker()
    await untilPaid(borrower, drawNo)
    child.kill('SIGCONT')
    await vi.waitFor(() => expect(logged).toContain('task.lease-lost'), PATIENCE)
    await untilPaid(borrower, drawNo)
    expect(await payouts()).toBe(1)
  })
})
