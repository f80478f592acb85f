import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { root } from '@qingzhou/tools/root.ts'
import { compileCache } from '@qingzhou/tools/tests/test-cache.ts'

const programs = {
  main: 'apps/server/src/main.ts',
  worker: 'apps/server/src/worker.ts',
}

/** Starts a server or a worker as a process of its own, which can be killed. */
export async function launch(
  program: keyof typeof programs,
  environment: Readonly<Record<string, string>>,
  /** `ignore` where a start is expected to fail at times. */
  stderr: 'inherit' | 'ignore' = 'inherit',
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, programs[program])], {
    env: { PATH: process.env['PATH'], ...compileCache, ...environment },
    stdio: ['ignore', 'pipe', stderr],
  })
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => ['']),
  ])) as [Buffer | string]
  if (String(line) === '') throw new Error(`${program} did not start`)
  return child
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
