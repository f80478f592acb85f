import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process that is just ending releases its port within this time. */
const PATIENCE_MS = 600

/** Waits shortly for a previous process to release the port. Throws one sentence if the server cannot listen. */
export async function waitForPort({
  host,
  port,
}: {
  readonly host: string
  readonly port: number
}): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const code = await refusalOf(port, host)
    if (code === undefined) return
    if (code !== 'EADDRINUSE') throw new Error(cannotListen(code, { host, port }))
    if (Date.now() > deadline) {
      throw new Error(
        `Port ${port} is used by another program: stop it, or set PORT to another number.`,
      )
    }
    await sleep(100)
  }
}

/** The code of the system error that prevents listening; undefined if the port is free. */
async function refusalOf(port: number, host: string): Promise<unknown> {
  try {
    await listenOnce(port, host)
    return undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return error.code
    throw error
  }
}

function cannotListen(
  code: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): string {
  if (code === 'EACCES') {
    return `Port ${port} needs more permissions than this account has: set PORT to a number from 1024.`
  }
  return `This machine cannot listen on the address ${host}: set HOST to 127.0.0.1, or to 0.0.0.0 for the whole network.`
}

/** Binds the port and releases it again; returns its number. */
export async function listenOnce(port: number, host: string): Promise<number> {
  const probe = createServer().listen({ port, host })
  await once(probe, 'listening')
  // A listening TCP server has an address of this form.
  const { port: taken } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return taken
}
