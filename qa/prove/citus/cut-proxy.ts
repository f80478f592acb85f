import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A network between two nodes that can be cut. */
export type CutProxy = {
  readonly port: number
  /** Cuts all connections when so many messages more have gone in this direction. */
  readonly cutAfter: (messages: number, direction: Direction) => void
  /** Whether the network was cut since it was last asked to be. */
  readonly isCut: () => boolean
  /** New connections pass again, and nothing is cut any more. */
  readonly mend: () => void
  readonly stop: () => Promise<void>
}

/** `there`: what the coordinator sends; `back`: what the worker answers. */
export type Direction = 'there' | 'back'

export async function startCutProxy(target: number): Promise<CutProxy> {
  const sockets = new Set<Socket>()
  let planned: { messages: number; readonly direction: Direction } | undefined
  let isCut = false
  const cut = () => {
    isCut = true
    planned = undefined
    for (const socket of sockets) socket.destroy()
  }
  /** Returns whether the message may pass. */
  const passes = (direction: Direction): boolean => {
    if (planned?.direction !== direction) return true
    if (planned.messages === 0) cut()
    else planned.messages -= 1
    return !isCut
  }
  const server = createServer((from) => {
    if (isCut) {
      from.destroy()
      return
    }
    const to = connect(target, '127.0.0.1')
    for (const [socket, other, direction] of [
      [from, to, 'there'],
      [to, from, 'back'],
    ] as const) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('data', (chunk) => passes(direction) && other.write(chunk))
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // A listening server has an address with a port.
    port: (server.address() as AddressInfo).port,
    cutAfter: (messages, direction) => (planned = { messages, direction }),
    isCut: () => isCut,
    mend: () => {
      isCut = false
      planned = undefined
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
