import { spawnSync } from 'node:child_process'
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
import { ACCRUAL_SQL, mutants, plantMutant, type Mutant } from './mutants/list.ts'

/**
 * Applies mutants to a copy of the domain and of the accrual in SQL, one at a time, and runs the
 * money tests on it: a mutant that no test detects is a gap in the tests. Exits with 1 if one
 * survives.
 */
const RUNS = process.env['PROVE_RUNS'] ?? '1500'
/** The accrual test uses a hundredth of this number of loans per day. */
const SQL_RUNS = '20000'
const SEED = process.env['PROVE_SEED'] ?? '1'
const MINUTES_MAX = 5

/**
 * The law check, run inside the package so that its imports are those of the copy; throws at the
 * first violation.
 */
const PROVE = `import * as fc from 'fast-check'
import { anyHistory } from '#testing/histories.ts'
import { liveThrough } from '#testing/live-through.ts'
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

interface Proof {
  readonly name: string
  readonly args: readonly string[]
  readonly runs?: string
}

const laws: Proof = { name: 'the laws', args: [LAWS] }
const rules: Proof = {
  name: 'the tests of the rules',
  args: [VITEST, 'run', '--project', 'rules', '--bail', '1', 'packages/domain/src'],
}
const accrualTest: Proof = {
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
const simulation: Proof = {
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
for (const proof of new Set(chosen.flatMap(checksFor))) {
  const { status, stdout, stderr } = run(proof)
  if (status !== 0) throw new Error(`${proof.name} fails without a mutant: ${stdout}${stderr}`)
}

const started = performance.now()
const survivors: string[] = []
for (const [index, mutant] of chosen.entries()) {
  const by = findDetector(mutant)
  if (by === undefined) survivors.push(mutant.name)
  const verdict = by === undefined ? 'SURVIVED' : `caught by ${by}`
  console.log(`${String(index + 1).padStart(2)} ${mutant.file}: ${mutant.name}: ${verdict}`)
}
const seconds = ((performance.now() - started) / 1000).toFixed(0)
const caught = chosen.length - survivors.length
console.log(`${chosen.length} faults, ${caught} caught, seed ${SEED}, ${seconds} s`)
if (survivors.length > 0) process.exitCode = 1

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
function findDetector(mutant: Mutant): string | undefined {
  const file = join(copy, mutant.file)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, plantMutant(text, mutant))
  try {
    return findFailing(checksFor(mutant))
  } finally {
    writeFileSync(file, text)
  }
}

/** The laws on random histories first; the rule tests only if those find nothing. */
function checksFor({ file, isForSimulation, isForLaws }: Mutant): readonly Proof[] {
  if (isForSimulation) return [simulation]
  if (isForLaws) return [laws]
  return file === ACCRUAL_SQL ? [accrualTest] : [laws, rules]
}

/** The first check that fails on the current copy. */
function findFailing(all: readonly Proof[]): string | undefined {
  return all.find((proof) => run(proof).status !== 0)?.name
}

function run({ args, runs = RUNS }: Proof) {
  return spawnSync(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, PROVE_RUNS: runs, PROVE_SEED: SEED },
    timeout: MINUTES_MAX * 60_000,
    encoding: 'utf8',
  })
}
