/** Places that networks share, so that no single one takes them all. */
export type Shares = {
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
