import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import {
  newBorrower,
  readyToApply,
  type TestBorrower,
} from '@qingzhou/server/features/loans/testing/borrower.ts'
import { savePassedCheck } from '@qingzhou/server/features/onboarding/codes/sms-code-store.ts'
import { messagesTo, setFault } from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import { bookViolations } from '#simulator/checks.ts'
import type { Client } from '@qingzhou/server/testing/client.ts'
import { startTestProduct, type TestProduct } from '@qingzhou/server/testing/product.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { processTree } from '#bench/processes.ts'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { clientOverHttp } from './over-http.ts'
import { kill, launch } from './processes.ts'
import { createServerLogin } from '@qingzhou/tools/postgres/test-database.ts'

const BORROWERS = 10

/** Prepares every borrower up to the execution of the draw; afterwards it only observes. */
let product: TestProduct
let serverLogin: string
let processes: ChildProcess[] = []
const servers: string[] = []
const workers: string[] = []
const draws: { borrower: TestBorrower; drawNo: string }[] = []

beforeAll(async () => {
  product = await startTestProduct({}, [], 'now')
  for (let count = 0; count < BORROWERS; count += 1) {
    const borrower = await newBorrower(product)
    const request = await readyToApply(borrower)
    const { drawNo } = await borrower.client.api.loans.apply(request)
    await savePassedSmsCheck(borrower)
    draws.push({ borrower, drawNo })
  }
  await setFault(product, { provider: 'bank', settleMs: 1_500, duplicate: true, reorder: true })
  serverLogin = await createServerLogin(product.config.databaseUrl)
  const programs = ['main', 'main', 'worker', 'worker'] as const
  processes = await Promise.all(
    programs.map(async (program) => launch(program, await own(program))),
  )
}, 120_000)

afterAll(async () => {
  await Promise.all(processes.map((child) => kill(child)))
  await product.stop()
})

/**
 * The settings of each process; all share the database and the sandbox, and none owns the schema.
 */
async function own(program: 'main' | 'worker'): Promise<Record<string, string>> {
  const { dataDirectory, providers } = product.config
  const port = await freePort()
  const addresses = program === 'main' ? servers : workers
  addresses.push(`http://127.0.0.1:${port}`)
  return {
    DATABASE_URL: serverLogin,
    DATA_DIR: dataDirectory,
    SANDBOX_URL: providers.url,
    SANDBOX_SECRET: providers.secret,
    [program === 'main' ? 'PORT' : 'WORKER_PORT']: String(port),
    WORKERS: program === 'main' ? '0' : '2',
    DATABASE_CONNECTIONS_MAX: '8',
    LOG_LEVEL: 'error',
  }
}

function nowMs(): number {
  return product.services.now().getTime()
}

/**
 * Marks the SMS code as verified: a real message to the same phone would have to wait for a minute.
 */
async function savePassedSmsCheck({ customer }: TestBorrower): Promise<void> {
  const { services } = product
  const [row] = await services.database.query<{ id: string }>(
    'SELECT session_id AS id FROM sessions WHERE customer_no = $1',
    [customer],
  )
  const session = { id: row?.id ?? '', customer }
  await savePassedCheck(services.database, services, { session, purpose: 'loan' })
}

it('a worker tells its health and metrics on a port of its own, and serves nothing else there', async () => {
  const [worker = ''] = workers
  const statuses = ['/healthz', '/readyz', '/', '/desk/api/people'].map(
    async (path) => (await fetch(`${worker}${path}`)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404])
  const metrics = await (await fetch(`${worker}/metrics`)).text()
  expect(metrics).toContain('qingzhou_build_info{')
  expect(metrics).toContain('qingzhou_tasks')
})

it(
  'two servers and two workers on one database lose nothing when one of each is killed under load',
  { timeout: 120_000 },
  async () => {
    const phones = draws.map(({ borrower, drawNo }, index) => {
      const carried = { nowMs, ip: `198.51.100.${index + 1}` }
      return { borrower, drawNo, client: clientOverHttp(servers, carried, borrower.client) }
    })
    const work = Promise.all(phones.map((phone) => executeAndPoll(phone)))
    await sleep(700)
    for (const child of [processes[0], processes[2]]) if (child) await kill(child)
    // Tasks of the killed worker are taken over within ten seconds.
    await work

    const { database } = product.services
    const booked = await database.query<{ customer_no: string }>('SELECT customer_no FROM loans')
    expect(booked.map((row) => row.customer_no).toSorted()).toEqual(
      draws.map(({ borrower }) => String(borrower.customer)).toSorted(),
    )
    expect(await bookViolations(product)).toEqual([])
    for (const { borrower } of draws) {
      await vi.waitFor(
        async () => {
          const texts = await messagesTo(product, borrower.phone)
          expect(texts.filter(({ text }) => text.includes('元已于'))).toHaveLength(1)
        },
        { timeout: 30_000, interval: 300 },
      )
    }
  },
)

/** Executes the draw, repeating it without a response, and polls until it is paid. */
async function executeAndPoll(phone: {
  readonly client: Client
  readonly drawNo: string
}): Promise<void> {
  const { client, drawNo } = phone
  await vi.waitFor(() => client.api.loans.execute({ drawNo }), {
    timeout: 30_000,
    interval: 150,
  })
  await vi.waitFor(
    async () => {
      const [{ state }] = await Promise.all([
        client.api.loans.result({ drawNo }),
        client.api.repayment.overview({}),
        client.api.credit.limit({}),
      ])
      expect(state).toBe('paid')
    },
    { timeout: 60_000, interval: 150 },
  )
}

it(
  'two processes serve one port, and a killed one is replaced while the other answers',
  { timeout: 120_000 },
  async () => {
    const settings: Record<string, string> = {
      ...(await own('main')),
      SERVERS: '2',
      WORKERS: '2',
    }
    const supervisor = await launch('main', settings)
    processes.push(supervisor)
    const address = `http://127.0.0.1:${settings['PORT']}`
    const pids = () => processTree(supervisor.pid ?? 0).slice(1)
    /** How many of the processes run background tasks. */
    const working = () => pids().filter((pid) => environmentOf(pid).includes('WORKERS=2')).length

    const before = pids()
    expect(before).toHaveLength(2)
    expect(working()).toBe(1)
    await answers(address, 10)
    // Whichever process answers, it answers for both.
    for (let count = 0; count < 2; count += 1) {
      expect((await ask(`${address}/metrics`)).text).toMatch(
        /qingzhou_requests_total\{call="health",[^}]*\} 10\n/,
      )
    }

    let said = ''
    supervisor.stdout?.on('data', (part: Buffer) => (said += part.toString()))
    for (const [index, killed] of before.entries()) {
      process.kill(killed, 'SIGKILL')
      await answers(address, 10)
      const replaced = () => expect(said.match(/took its place/g)).toHaveLength(index + 1)
      await vi.waitFor(replaced, { timeout: 60_000, interval: 200 })
    }
    expect(pids().filter((pid) => before.includes(pid))).toEqual([])
    expect(working()).toBe(1)
    await answers(address, 10)
    expect((await ask(`${address}/readyz`)).status).toBe(200)

    const ended = once(supervisor, 'exit')
    supervisor.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    await expect(ask(`${address}/healthz`)).rejects.toThrow('ECONNREFUSED')
  },
)

/** Each request has its own connection, which any of the processes accepts. */
async function answers(address: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    expect((await ask(`${address}/healthz`)).status).toBe(200)
  }
}

async function ask(url: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode, text }))
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}

function environmentOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
}
