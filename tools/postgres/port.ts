import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 5_000

/**
 * Waits for a previous process to release the port; throws a clear error if another program uses
 * it.
 */
export async function waitForPort(port: number, host: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await isFree(port, host))) {
    if (Date.now() > deadline) {
      throw new Error(
        `Port ${port} is used by another program: stop it, or set PORT to another number.`,
      )
    }
    await sleep(200)
  }
}

export function freePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1')
}

async function isFree(port: number, host: string): Promise<boolean> {
  try {
    await listenOnce(port, host)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
}

/** Binds the port and releases it again; returns its number. */
async function listenOnce(port: number, host: string): Promise<number> {
  const probe = createServer().listen({ port, host })
  await once(probe, 'listening')
  // A listening TCP server has an address of this form.
  const { port: taken } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return taken
}
