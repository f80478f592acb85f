import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { newBorrower, type TestBorrower } from '@qingzhou/server/features/loans/testing/borrower.ts'
import { createChance } from '#simulator/chance.ts'
import { startTestProduct, type TestProduct } from '@qingzhou/server/testing/product.ts'
import { asServers, startProduction, type Production } from '@qingzhou/server/testing/production.ts'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { startPostgres, type PostgresServer } from '@qingzhou/tools/postgres/postgres.ts'
import { clientOverHttp } from '#several-servers/over-http.ts'
import { launch } from '#several-servers/processes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawAndRepayUntilOver, type Ack, type ActingContext } from './acting-borrower.ts'
import { differences, waitUntilDrained } from './books.ts'
import { newDebtors } from './debtors.ts'
import {
  FAULT_KINDS,
  createFaults,
  mountSmallDisk,
  planOf,
  type FaultKind,
  type SmallDisk,
} from './faults.ts'
import { supportDifferences } from './support-laws.ts'
import { supervise, type SupervisedProcess } from './supervisor.ts'
import {
  newRecord,
  newTeam,
  supportUntilOver,
  type SupportRecord,
  type SupportTeam,
} from './support-staff.ts'

/** Set by `npm run prove -- chaos`; the ordinary tests run the short form. */
const kills = Number(process.env['CHAOS_KILLS'] ?? '1')
const seed = Number(process.env['CHAOS_SEED'] ?? '1')
const isFull = process.env['CHAOS_KILLS'] !== undefined
const SHORT_KINDS: readonly FaultKind[] = ['server', 'worker', 'postgres']
const kinds =
  (process.env['CHAOS_FAULTS']?.split(',') as FaultKind[] | undefined) ??
  (isFull ? FAULT_KINDS : SHORT_KINDS)
const BORROWERS = isFull ? 8 : 2
const DEBTORS = isFull ? 4 : 1
const SHIFTS = isFull ? 2 : 1
const PROCESSES = isFull ? 2 : 1
const PAUSE_MS = 1_200

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-chaos-'))
let disk: SmallDisk | undefined
let postgres: PostgresServer
let production: Production
let product: TestProduct
let settings: Record<string, string>
const servers: { readonly address: string; readonly process: SupervisedProcess }[] = []
const workers: SupervisedProcess[] = []
const borrowers: TestBorrower[] = []
let debtors: readonly TestBorrower[]
let team: SupportTeam

beforeAll(async () => {
  disk = kinds.includes('disk') ? mountSmallDisk(join(folder, 'disk')) : undefined
  // With fsync: acknowledged data must survive a kill.
  postgres = await startPostgres({ directory: join(disk?.path ?? folder, 'postgres'), fsync: true })
  production = await startProduction(folder)
  product = await startTestProduct(
    // With a stated clock skew, the books follow the database's clock.
    {
      ...production.settings,
      DATABASE_URL: await asServers(postgres.url, folder),
      CLOCK_SKEW_SECONDS_MAX: '60',
    },
    [],
    'now',
  )
  // Tasks of a killed worker are taken over soon.
  settings = { ...production.connect(product), LOG_LEVEL: 'silent', TASK_LEASE_MS: '3000' }
  for (let count = 0; count < BORROWERS; count += 1) borrowers.push(await newBorrower(product))
  team = await newTeam(product)
  debtors = await newDebtors(product, { ownerUrl: postgres.url, count: DEBTORS })
  for (let count = 0; count < PROCESSES; count += 1) {
    const port = String(await freePort())
    const own = { ...settings, PORT: port, WORKERS: '0' }
    const process = supervise(() => launch('main', own, 'ignore'))
    servers.push({ address: `http://127.0.0.1:${port}`, process })
    workers.push(supervise(() => launch('worker', { ...settings, WORKERS: '2' }, 'ignore')))
  }
  production.leadCallbacksTo(servers.map(({ address }) => address))
}, 300_000)

afterAll(async () => {
  disk?.free()
  await Promise.all([...servers.map(({ process }) => process), ...workers].map((one) => one.stop()))
  await product.stop()
  await production.stop()
  await postgres.stop()
  disk?.unmount()
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

it(
  'acknowledged operations are booked exactly once and nothing stays open, whatever process is killed',
  { timeout: 3_600_000 * 6 },
  async () => {
    const chance = createChance(seed)
    const plan = planOf(chance, { kills, kinds })
    const faults = createFaults({ postgres, product, disk, servers, workers, settings, chance })
    let isOver = false
    const acks: Ack[] = []
    const abandoned: string[] = []
    const support = newRecord()
    const acting = Promise.all([
      ...borrowers.map((borrower, index) => act(borrower, index)),
      ...Array.from({ length: SHIFTS }, (_, shift) => help(shift)),
    ])

    for (const fault of plan) {
      await sleep(chance.below(PAUSE_MS))
      await faults.cause(fault)
    }
    await faults.heal()
    isOver = true
    await acting
    const open = await waitUntilDrained(product)
    report({ done: faults.counts(), acks, abandoned, support })
    expect(open).toEqual([])
    expect(await supportDifferences(product, support)).toEqual([])
    expect(await differences(product, acks)).toEqual([])
    expect(acks.length).toBeGreaterThan(0)
    const helped = Object.entries(support.done).filter(([, count]) => count > 0)
    expect(helped.length).toBeGreaterThan(isFull ? 4 : 2)

    /** No two shifts have the same customers. */
    function help(shift: number): Promise<void> {
      const own = (_: unknown, index: number) => index % SHIFTS === shift
      const customers = { borrowers: borrowers.filter(own), debtors: debtors.filter(own) }
      const chance = createChance(seed + BORROWERS + 1 + shift)
      return supportUntilOver({ team, chance, record: support, ...customers }, () => isOver)
    }

    function act(borrower: TestBorrower, index: number): Promise<void> {
      const addresses = servers.map(({ address }) => address)
      const carried = {
        nowMs: () => product.services.now().getTime(),
        ip: `198.51.100.${index + 1}`,
      }
      const client = clientOverHttp(addresses, carried, borrower.client)
      // Each borrower has its own random sequence, so that the order of responses does not change
      // its actions.
      const own = createChance(seed + 1 + index)
      const context: ActingContext = { product, chance: own, isOver: () => isOver, acks, abandoned }
      return drawAndRepayUntilOver(context, { ...borrower, client })
    }
  },
)

function report(run: {
  readonly done: Readonly<Record<string, number>>
  readonly acks: readonly Ack[]
  readonly abandoned: readonly string[]
  readonly support: SupportRecord
}): void {
  if (!isFull) return
  const done = Object.entries(run.done).map(([kind, count]) => `${kind} ${count}`)
  const draws = run.acks.filter(({ kind }) => kind === 'draw').length
  const lines = [
    `seed ${seed}: npm run prove -- chaos --kills ${kills} --seed ${seed}`,
    `faults: ${done.join(', ')}${disk ? '' : ' (no disk of its own: mounting needs root)'}`,
    `acknowledged: ${draws} draws, ${run.acks.length - draws} repayments`,
    `cases of staff: ${Object.entries(run.support.done).flat().join(' ')}`,
    `given up by staff: ${run.support.abandoned.length}`,
    ...new Set(run.support.abandoned.map((reason) => `  ${reason}`)),
    `given up by clients: ${run.abandoned.length}`,
    ...new Set(run.abandoned.map((reason) => `  ${reason}`)),
  ]
  process.stdout.write(`\n${lines.join('\n')}\n`)
}
