import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '@qingzhou/platform/config/config'
import { networkOf } from '@qingzhou/platform/caller'

/**
 * Limits one network to a quarter of the connections, so that it cannot block the others. Behind a
 * proxy all connections come from the proxy, which has to limit them itself.
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

/** A number of places, with a maximum per network. */
type Shares = {
  /**
   * Takes a place and returns its release function. Undefined when all places, or all of this
   * network, are taken.
   */
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
