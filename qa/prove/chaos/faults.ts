import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFault } from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import type { TestProduct } from '@qingzhou/server/testing/product.ts'
import type { Chance } from '#simulator/chance.ts'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import type { PostgresServer } from '@qingzhou/tools/postgres/postgres.ts'
import { isAlive } from '@qingzhou/tools/postgres/postmaster.ts'
import { kill, launch } from '#several-servers/processes.ts'
import type { SupervisedProcess } from './supervisor.ts'

const SIZE = '1500m'
const CHUNK = Buffer.alloc(1024 * 1024)

export type SmallDisk = {
  readonly path: string
  /** Writes until the disk is full. */
  fill(): void
  /** Frees the space. */
  free(): void
  unmount(): void
}

/**
 * A separate disk for database and uploads, so that it can be filled. Undefined without permission
 * to mount.
 */
export function mountSmallDisk(path: string): SmallDisk | undefined {
  mkdirSync(path, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'tmpfs', path])
  if (mounted.status !== 0) return undefined
  const ballast = join(path, 'ballast')
  return {
    path,
    fill() {
      const file = openSync(ballast, 'w')
      try {
        while (statfsSync(path).bavail > 0) writeSync(file, CHUNK)
      } catch {
        // The disk is full, as intended.
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: () => void spawnSync('umount', ['-l', path]),
  }
}

export const FAULT_KINDS = [
  'server',
  'worker',
  'postgres',
  'freeze',
  'disk',
  'bank',
  'clock',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

type Deps = {
  readonly postgres: PostgresServer
  readonly product: TestProduct
  readonly disk: SmallDisk | undefined
  readonly servers: readonly { readonly process: SupervisedProcess }[]
  readonly workers: readonly SupervisedProcess[]
  readonly settings: Readonly<Record<string, string>>
  readonly chance: Chance
}

/**
 * Each kind of kill as often as requested, the other faults at a twentieth to a third of that, in
 * random order.
 */
export function planOf(
  chance: Chance,
  { kills, kinds }: { readonly kills: number; readonly kinds: readonly FaultKind[] },
): FaultKind[] {
  const counts: Record<FaultKind, number> = {
    server: kills,
    worker: kills,
    postgres: kills,
    freeze: Math.ceil(kills / 5),
    disk: Math.ceil(kills / 20),
    bank: Math.ceil(kills / 3),
    clock: Math.ceil(kills / 20),
  }
  const all = kinds.flatMap((kind) => Array.from({ length: counts[kind] }, () => kind))
  // Fisher–Yates shuffle.
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = chance.below(at + 1)
    const [one, two] = [all[at], all[other]]
    if (one !== undefined && two !== undefined) [all[at], all[other]] = [two, one]
  }
  return all
}

const UP_PATIENCE_MS = 60_000
const FULL_DISK_MS = 4_000
const SKEWED_MS = 4_000
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const shifts = [3 * DAY_MS, -3 * DAY_MS, 20 * MINUTE_MS, -20 * MINUTE_MS]

/** Bank faults; each one replaces the previous fault. */
const bankFaults = [
  { cutAfter: true },
  { duplicate: true, reorder: true },
  { down: true },
  { delayMs: 7_000 },
  { failNext: 5 },
  { silent: true, settleMs: 2_000 },
]
const WELL = {
  cutAfter: false,
  duplicate: false,
  reorder: false,
  down: false,
  delayMs: 0,
  failNext: 0,
  silent: false,
  settleMs: 1_500,
}

export function createFaults(deps: Deps) {
  const { postgres, product, disk, servers, workers, chance } = deps
  const counts: Partial<Record<FaultKind, number>> = {}
  const bank = (change: object) => setFault(product, { provider: 'bank', ...WELL, ...change })

  const causes: Record<FaultKind, () => Promise<void>> = {
    server: () => killWhenUp(chance.pick(servers).process),
    worker: () => killWhenUp(chance.pick(workers)),
    postgres: () => until(async () => killPostgres(postgres)),
    freeze: () => freezePostgres(postgres, 500 + chance.below(3_000)),
    async disk() {
      disk?.fill()
      await sleep(FULL_DISK_MS)
      disk?.free()
    },
    bank: () => bank(chance.pick(bankFaults)),
    clock: () => runWithWrongClock(deps, chance.pick(shifts)),
  }
  return {
    counts: () => counts,
    async cause(kind: FaultKind): Promise<void> {
      if (kind === 'disk' && !disk) return
      await causes[kind]()
      counts[kind] = (counts[kind] ?? 0) + 1
    },
    async heal(): Promise<void> {
      disk?.free()
      await bank({})
    },
  }
}

/** A process that is just starting is killed once it is up, so that every kill counts. */
async function killWhenUp(supervised: SupervisedProcess): Promise<void> {
  await until(() => supervised.kill())
}

async function until(attempt: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + UP_PATIENCE_MS
  while (!(await attempt())) {
    if (Date.now() > deadline) throw new Error('no process came up to be killed')
    await sleep(50)
  }
}

/** Runs another server with a wrong clock; it may refuse to start, and must not move the books. */
async function runWithWrongClock({ settings }: Deps, shiftMs: number): Promise<void> {
  const preload = join(import.meta.dirname, 'shifted-clock.ts')
  const own = {
    ...settings,
    PORT: String(await freePort()),
    WORKERS: '0',
    CLOCK_SHIFT_MS: String(shiftMs),
    NODE_OPTIONS: `--import=${preload}`,
  }
  const child = await launch('main', own, 'ignore').catch(() => undefined)
  await sleep(SKEWED_MS)
  if (child) await kill(child)
}

/** Kills the server process; its watcher restarts it. */
function killPostgres(postgres: PostgresServer): boolean {
  const pid = postgres.pid()
  if (!isAlive(pid)) return false
  process.kill(pid, 'SIGKILL')
  return true
}

/** Stops every process of the server for a while: connections stay open without a response. */
async function freezePostgres(postgres: PostgresServer, forMs: number): Promise<void> {
  const frozen = [postgres.pid(), ...childrenOf(postgres.pid())]
  for (const pid of frozen) signal(pid, 'SIGSTOP')
  await sleep(forMs)
  for (const pid of frozen) signal(pid, 'SIGCONT')
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already exited.
  }
}
