import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.ts'
import { mutants, type Mutant } from './mutants/list.ts'

/**
 * Plants faults into a copy of the domain and of the accrual in SQL, one at a time, and runs the proofs of
 * money on it: a fault that no proof notices is a hole in the proofs. Ends with 1 if one survives.
 */
const RUNS = process.env['PROVE_RUNS'] ?? '600'
const SEED = process.env['PROVE_SEED'] ?? '1'
const MINUTES_MAX = 5

/** The laws, from inside the package, so that its imports are those of the copy. */
const PROVE = `import { findViolation } from '#testing/violations.ts'
const run = { seed: Number(process.env['PROVE_SEED']), runs: Number(process.env['PROVE_RUNS']) }
if (findViolation(run)) process.exitCode = 1
`

const wanted = process.argv[2]
const chosen = mutants.filter(({ name }) => wanted === undefined || name.includes(wanted))
const survivors: string[] = []
for (const [index, mutant] of chosen.entries()) {
  const isCaught = provesFalse(mutant)
  if (!isCaught) survivors.push(mutant.name)
  const verdict = isCaught ? 'caught  ' : 'SURVIVED'
  console.log(`${String(index + 1).padStart(2)} ${verdict}  ${mutant.file}: ${mutant.name}`)
}
console.log(`${chosen.length} faults, ${chosen.length - survivors.length} caught`)
if (survivors.length > 0) process.exitCode = 1

/** Whether the proofs fail on a copy with the fault. */
function provesFalse(mutant: Mutant): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'mutant-'))
  try {
    for (const part of ['packages', 'apps/server', 'tools', 'package.json', 'vitest.config.ts']) {
      cpSync(join(root, part), join(copy, part), { recursive: true, filter: isKept })
    }
    linkModules(copy)
    plant(join(copy, mutant.file), mutant)
    writeFileSync(join(copy, 'packages/domain/src/prove.ts'), PROVE)
    return proofsOf(mutant).some(({ file, args }) => failsIn(copy, file, args))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** The packages of the repository are those of the copy; all others are shared. */
function linkModules(copy: string): void {
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

function plant(file: string, { from, to }: Mutant): void {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`)
  writeFileSync(
    file,
    text.replace(from, () => to),
  )
}

/** The laws on random histories first; the tests of the rules only where those found nothing. */
function proofsOf({ file }: Mutant): { file: string; args: readonly string[] }[] {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  if (file.endsWith('accrual-sql.ts')) {
    const test = 'apps/server/src/jobs/accrual-sql.test.ts'
    return [{ file: vitest, args: ['run', '--project', 'server', test] }]
  }
  const rules = ['run', '--project', 'rules', 'packages/domain/src']
  return [
    { file: 'packages/domain/src/prove.ts', args: [] },
    { file: vitest, args: rules },
  ]
}

function failsIn(cwd: string, file: string, args: readonly string[]): boolean {
  const { status } = spawnSync(process.execPath, [file, ...args], {
    cwd,
    env: { ...process.env, PROVE_RUNS: RUNS, PROVE_SEED: SEED },
    timeout: MINUTES_MAX * 60_000,
    stdio: 'ignore',
  })
  return status !== 0
}

function isKept(path: string): boolean {
  return !path.includes('node_modules') && !path.includes('/models/')
}
