import { spawnSync } from 'node:child_process'

/** A test program that detects mutants: it fails on a faulty copy. */
export interface Check {
  readonly name: string
  readonly args: readonly string[]
  readonly runs?: string
}

/** A check that ran out of its time has decided nothing: the machine may have been busy. */
export type CheckResult = 'passed' | 'failed' | 'timed out'

/** With the check that detected the mutant, or the first one that timed out. */
export type Verdict =
  | { readonly kind: 'caught' | 'undecided'; readonly by: string }
  | { readonly kind: 'survived' }

/** A check that does not end within the first limit is run once more, with the second. */
export interface Limits {
  readonly firstMs: number
  readonly secondMs: number
}

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024

/** Runs a check in a folder; one that ends by a signal counts as timed out. */
export function runCheck(
  { args }: Check,
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly limits: Limits },
): { readonly result: CheckResult; readonly output: string } {
  const { cwd, env, limits } = place
  let output = ''
  for (const timeout of [limits.firstMs, limits.secondMs]) {
    const ended = spawnSync(process.execPath, args, {
      cwd,
      env,
      timeout,
      killSignal: 'SIGKILL',
      maxBuffer: OUTPUT_BYTES_MAX,
      encoding: 'utf8',
    })
    output = `${ended.stdout}${ended.stderr}`
    if (ended.status !== null) return { result: ended.status === 0 ? 'passed' : 'failed', output }
  }
  return { result: 'timed out', output }
}

/** A mutant is caught by the first check that fails, and survives only if every check passes. */
export function judge(checks: readonly Check[], run: (check: Check) => CheckResult): Verdict {
  let undecided: Verdict | undefined
  for (const check of checks) {
    const result = run(check)
    if (result === 'failed') return { kind: 'caught', by: check.name }
    if (result === 'timed out') undecided ??= { kind: 'undecided', by: check.name }
  }
  return undecided ?? { kind: 'survived' }
}
