import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 5_000

/** Waits while a predecessor lets go of the port; says so plainly when it belongs to somebody else. */
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

/** Takes the port and lets it go again; answers which one it was. */
async function listenOnce(port: number, host: string): Promise<number> {
  const probe = createServer().listen({ port, host })
  await once(probe, 'listening')
  // A server that listens on a port has this kind of address.
  const { port: taken } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return taken
}
