import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Batch, BatchResult } from './money/worker.ts'

/**
 * Random histories of all operations on a loan, each checked against the money laws and against an
 * independent day-by-day reference. `PROVE_RUNS` sets their number, `PROVE_SEED` the seed of the
 * first batch; each following batch uses the next seed. The first violation of a batch is shrunk
 * and printed as data.
 */
const DEFAULT_RUNS = 100_000
const BATCH = 500
const WORKERS_MAX = 2
const SHOWN_MAX = 5
const REPORT_EVERY = 5000

const runs = Number(process.env['PROVE_RUNS'] ?? DEFAULT_RUNS)
const seed = Number(process.env['PROVE_SEED'] ?? randomInt(2 ** 31))
const batches: Batch[] = Array.from({ length: Math.ceil(runs / BATCH) }, (_, index) => ({
  seed: seed + index,
  runs: Math.min(BATCH, runs - index * BATCH),
}))

console.log(`${runs} histories, PROVE_SEED=${seed}`)
const started = performance.now()
let done = 0
let violations = 0
const workers = Math.min(WORKERS_MAX, availableParallelism(), batches.length)
await Promise.all(Array.from({ length: workers }, work))
const seconds = ((performance.now() - started) / 1000).toFixed(0)
console.log(`${runs} histories, ${violations} violations, seed ${seed}, ${seconds} s`)
if (violations > 0) process.exitCode = 1

/** One thread, which takes batches until none is left. */
function work(): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./money/worker.ts', import.meta.url))
    const next = () => {
      const batch = batches.shift()
      if (batch) worker.postMessage(batch, [])
      else void worker.terminate().then(() => resolve())
    }
    worker.on('message', (result: BatchResult) => {
      report(result)
      next()
    })
    worker.on('error', reject)
    next()
  })
}

function report({ batch, violation }: BatchResult): void {
  const before = Math.floor(done / REPORT_EVERY)
  done += batch.runs
  if (violation) {
    violations += 1
    if (violations <= SHOWN_MAX) {
      console.error(`PROVE_SEED=${violation.seed} PROVE_RUNS=${batch.runs}: ${violation.message}\n`)
    }
  }
  if (Math.floor(done / REPORT_EVERY) > before) {
    console.log(`${done} histories, ${violations} violations`)
  }
}
