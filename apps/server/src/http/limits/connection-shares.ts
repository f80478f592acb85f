import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '#platform/config/config.ts'
import { networkOf } from '#platform/network-of.ts'

/**
 * One network gets at most a quarter of the connections, so that it cannot keep everybody else out.
 * Behind a proxy all connections are the proxy's own, and limiting them is its task.
 */
export function shareConnections(server: Server, { limits, proxyHops }: Config): void {
  server.maxConnections = limits.connectionsMax
  if (proxyHops > 0) return
  const shares = createShares({
    max: limits.connectionsMax,
    perNetworkMax: Math.ceil(limits.connectionsMax / 4),
  })
  server.on('connection', (socket: Socket) => {
    const leave = shares.take(networkOf(socket.remoteAddress ?? ''))
    if (leave) socket.once('close', leave)
    else socket.destroy()
  })
}

/** Places that networks share, so that no single one takes them all. */
type Shares = {
  /** Takes a place. Nothing when all are taken, or all that this network may have. */
  take(network: string): (() => void) | undefined
}

export function createShares(limits: {
  readonly max: number
  readonly perNetworkMax: number
}): Shares {
  const byNetwork = new Map<string, number>()
  let taken = 0
  return {
    take(network) {
      const own = byNetwork.get(network) ?? 0
      if (taken >= limits.max || own >= limits.perNetworkMax) return undefined
      taken += 1
      byNetwork.set(network, own + 1)
      let isFree = false
      return () => {
        if (isFree) return
        isFree = true
        taken -= 1
        const left = (byNetwork.get(network) ?? 1) - 1
        if (left === 0) byNetwork.delete(network)
        else byNetwork.set(network, left)
      }
    },
  }
}
