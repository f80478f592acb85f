import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

/**
 * As in the scripts of package.json: without them V8 takes 100 MB more for new objects under load,
 * and lets the old ones grow to four times their size before it collects them.
 */
export const HEAP = ['--max-semi-space-size=8', '--max-old-space-size=1024']

/**
 * Starts the product as `npm start` or `npm run dev` does, in a separate process, and waits until
 * it is ready.
 */
export async function launchProduct(options: {
  directory: string
  port: number
  settings?: Record<string, string>
  program?: 'start.ts' | 'develop/dev.ts'
}): Promise<{ address: string; process: ChildProcess; log: string }> {
  const log = join(options.directory, 'product.log')
  const output = openSync(log, 'a')
  const product = fork(join(root, 'tools', options.program ?? 'start.ts'), {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(options.port),
      DATA_DIR: options.directory,
      ...options.settings,
    },
    execArgv: HEAP,
    stdio: ['ignore', output, output, 'ipc'],
  })
  closeSync(output)
  const address = await Promise.race([
    once(product, 'message').then(([message]: { address: string }[]) => message?.address),
    once(product, 'exit').then(() => undefined),
  ])
  if (!address) throw new Error(`The product did not start.\n${readFileSync(log, 'utf8')}`)
  return { address, process: product, log }
}

/** Sends the given signal and waits for the process to end; returns its exit code, if any. */
export async function end(
  product: ChildProcess,
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<number | null> {
  const exit = once(product, 'exit')
  product.kill(signal)
  await exit
  return product.exitCode
}
