import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '@qingzhou/tools/root.ts'
import { judge, runCheck, type Check, type Verdict } from './mutants/detect.ts'
import { ACCRUAL_SQL, mutants, plantMutant, type Mutant } from './mutants/list.ts'

/**
 * Applies mutants to a copy of the domain and of the accrual in SQL, one at a time, and runs the
 * money tests on it: a mutant that no test detects is a gap in the tests. Exits with 1 if one
 * survives, or if one is not decided because its checks timed out.
 */
const RUNS = process.env['PROVE_RUNS'] ?? '1500'
/** The accrual test uses a hundredth of this number of loans per day. */
const SQL_RUNS = '20000'
const SEED = process.env['PROVE_SEED'] ?? '1'
const LIMITS = { firstMs: 5 * 60_000, secondMs: 20 * 60_000 }

/**
 * The law check on the fixed histories and on random ones, run inside the package so that its imports
 * are those of the copy; throws at the first violation.
 */
const PROVE = `import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { anyHistory } from '#testing/histories.ts'
import { liveThrough } from '#testing/live-through.ts'
const fixed = JSON.parse(readFileSync(new URL('../vectors/histories.json', import.meta.url), 'utf8'))
for (const { history } of fixed) liveThrough(history)
const settings = { seed: Number(process.env.PROVE_SEED), numRuns: Number(process.env.PROVE_RUNS) }
for (const history of fc.sample(anyHistory, settings)) liveThrough(history)
`
const COPIED = [
  'packages',
  'apps/server',
  'apps/desk-api',
  'apps/sandbox',
  'qa',
  'tools',
  'package.json',
  'tsconfig.base.json',
  'vitest.config.ts',
]
const LAWS = 'packages/domain/src/prove.ts'
const VITEST = join(root, 'node_modules/vitest/vitest.mjs')

const laws: Check = { name: 'the laws', args: [LAWS] }
const rules: Check = {
  name: 'the tests of the rules',
  args: [VITEST, 'run', '--project', 'rules', '--bail', '1', 'packages/domain/src'],
}
const accrualTest: Check = {
  name: 'the accrual test',
  args: [
    VITEST,
    'run',
    '--project',
    'server',
    'packages/lending/src/end-of-day/accrual-store.test.ts',
  ],
  runs: SQL_RUNS,
}
const simulation: Check = {
  name: 'the simulation',
  args: [VITEST, 'run', '--project', 'server', 'qa/simulator/simulate.test.ts'],
}

/** A part of a mutant's file or name; `shape` stands for those that the laws detect alone. */
const wanted = process.argv[2]
const chosen = mutants.filter(({ file, name, isForLaws }) => {
  if (wanted === undefined) return true
  return wanted === 'shape' ? isForLaws : `${file}: ${name}`.includes(wanted)
})
const copy = mkdtempSync(join(tmpdir(), 'mutants-'))
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
copySources()
for (const check of new Set(chosen.flatMap(checksFor))) {
  const { result, output } = run(check)
  if (result !== 'passed') throw new Error(`${check.name} ${result} without a mutant: ${output}`)
}

const started = performance.now()
const counts: Record<Verdict['kind'], number> = { caught: 0, survived: 0, undecided: 0 }
for (const [index, mutant] of chosen.entries()) {
  const verdict = judgeMutant(mutant)
  counts[verdict.kind] += 1
  const place = `${String(index + 1).padStart(2)} ${mutant.file}: ${mutant.name}`
  console.log(`${place}: ${describeVerdict(verdict)}`)
}
const seconds = ((performance.now() - started) / 1000).toFixed(0)
const { caught, survived, undecided } = counts
console.log(
  `${chosen.length} faults, ${caught} caught, ${survived} survived, ${undecided} timed out, seed ${SEED}, ${seconds} s`,
)
if (caught < chosen.length) process.exitCode = 1

function describeVerdict(verdict: Verdict): string {
  if (verdict.kind === 'survived') return 'SURVIVED'
  return verdict.kind === 'caught' ? `caught by ${verdict.by}` : `TIMED OUT in ${verdict.by}`
}

/** The packages of the repository are those of the copy; all others are shared. */
function copySources(): void {
  for (const part of COPIED) {
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: isCopied })
  }
  linkModules()
  writeFileSync(join(copy, LAWS), PROVE)
}

/** Imports of the repository's own packages reach the copy, from the server too; all other packages are shared. */
function linkModules(): void {
  const own = join('node_modules', '@qingzhou')
  mkdirSync(join(copy, own), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '@qingzhou') continue
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const name of readdirSync(join(root, own))) {
    const path = relative(root, realpathSync(join(root, own, name)))
    const isHere = existsSync(join(copy, path))
    symlinkSync(join(isHere ? copy : root, path), join(copy, own, name))
  }
}

function isCopied(path: string): boolean {
  return !path.includes('node_modules') && !path.includes('/models/')
}

/** Applies a mutant and reverts it afterwards. */
function judgeMutant(mutant: Mutant): Verdict {
  const file = join(copy, mutant.file)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, plantMutant(text, mutant))
  try {
    return judge(checksFor(mutant), (check) => run(check).result)
  } finally {
    writeFileSync(file, text)
  }
}

/** The laws on random histories first; the rule tests only if those find nothing. */
function checksFor({ file, isForSimulation, isForLaws }: Mutant): readonly Check[] {
  if (isForSimulation) return [simulation]
  if (isForLaws) return [laws]
  return file === ACCRUAL_SQL ? [accrualTest] : [laws, rules]
}

function run(check: Check) {
  const env = { ...process.env, PROVE_RUNS: check.runs ?? RUNS, PROVE_SEED: SEED }
  return runCheck(check, { cwd: copy, env, limits: LIMITS })
}
