import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { root } from '../root.ts'
import { sandboxSms } from './sandbox-sms.ts'

/** What is registered at the SMS services of the sandbox. */
const REGISTRATION = 'sms-registration.json'
const EXIT_PATIENCE_MS = 5_000

/**
 * Starts the sandbox as a separate process, and restarts it at the same address if it dies. It ends
 * when the channel to us closes, so it never outlives us, even after kill -9.
 */
export async function startSandbox(options: {
  directory: string
  secret: string
  logLevel: string
  /** The product's name in the pages of the sandbox. */
  merchant?: string
}): Promise<{ url: string; stop(): Promise<void> }> {
  mkdirSync(options.directory, { recursive: true })
  writeFileSync(join(options.directory, REGISTRATION), JSON.stringify(sandboxSms))
  let isStopping = false
  let child = launch(options, 0)
  const port = await listeningPort(child)
  child.on('exit', relaunch)

  function relaunch(): void {
    if (isStopping) return
    child = launch(options, port)
    child.on('exit', () => void sleep(1000).then(relaunch))
  }

  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      isStopping = true
      if (child.exitCode !== null || child.signalCode !== null) return
      const patience = setTimeout(() => child.kill('SIGKILL'), EXIT_PATIENCE_MS)
      if (child.connected) child.disconnect()
      await once(child, 'exit')
      clearTimeout(patience)
    },
  }
}

function launch(
  { directory, secret, logLevel, merchant }: Parameters<typeof startSandbox>[0],
  port: number,
): ChildProcess {
  return fork(join(root, 'apps/sandbox/src/main.ts'), {
    // In its own process group: Ctrl-C in the terminal is handled by us, and the server needs the
    // sandbox while it drains.
    detached: true,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      SANDBOX_PORT: String(port),
      SANDBOX_SECRET: secret,
      SANDBOX_DATA: directory,
      SANDBOX_SMS: join(directory, REGISTRATION),
      SANDBOX_MERCHANT: merchant,
      LOG_LEVEL: logLevel,
      // Set by the browser tests only.
      SANDBOX_PICTURES: process.env['SANDBOX_PICTURES'],
      SANDBOX_READINGS: process.env['SANDBOX_READINGS'],
    },
  })
}

async function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port))
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`The sandbox did not start (exit code ${code}).`)),
    )
  })
}
