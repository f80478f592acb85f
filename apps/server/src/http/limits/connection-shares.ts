import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '#platform/config/config.ts'
import { networkOf } from '#platform/network-of.ts'
import { createShares } from './shares.ts'

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
