import { randomInt } from 'node:crypto'
import { createRandom, liveThrough } from '@qingzhou/domain/testing/histories'
import { LawBroken } from '@qingzhou/domain/testing/laws'

/**
 * Random histories of all operations on a loan, each checked against the laws of money and against an
 * independent day-by-day reference. `PROVE_RUNS` says how many, `PROVE_SEED` which: the first history has
 * that seed, the next one the seed after it, so a broken one is had again with its own seed and one run.
 */
const DEFAULT_RUNS = 100_000
const SHOWN_MAX = 5

const runs = Number(process.env['PROVE_RUNS'] ?? DEFAULT_RUNS)
const seed = Number(process.env['PROVE_SEED'] ?? randomInt(2 ** 31))

console.log(`${runs} histories, PROVE_SEED=${seed}`)
const broken: string[] = []
for (let run = 1; run <= runs; run += 1) {
  try {
    liveThrough(createRandom(seed + run - 1))
  } catch (error) {
    if (!(error instanceof LawBroken)) throw error
    broken.push(`PROVE_SEED=${seed + run - 1} PROVE_RUNS=1: ${error.message}`)
    if (broken.length <= SHOWN_MAX) console.error(`${broken.at(-1)}\n`)
  }
  if (run % 10_000 === 0) console.log(`${run} histories, ${broken.length} violations`)
}
console.log(`${runs} histories, ${broken.length} violations, seed ${seed}`)
if (broken.length > 0) process.exitCode = 1
