import { networkOf } from './caller.ts'
import type { PlatformServices } from './services.ts'
import type { Allowance } from './database/rate-limit-store.ts'
import { Refused } from './refused.ts'

/**
 * The networks that an address belongs to, and how many times the allowance of the smallest each has.
 * A connection gets an IPv6 network of 64 bits from its provider, and often can get 256 or 65,536 of
 * them: those count together.
 */
export function networksOf(ip: string): readonly { network: string; factor: number }[] {
  const network = networkOf(ip)
  const groups = network.split(':')
  if (groups.length !== 4) return [{ network, factor: 1 }]
  const [first, second, third, fourth = '0'] = groups
  const half = (Number.parseInt(fourth, 16) >> 8).toString(16)
  return [
    { network, factor: 1 },
    { network: `${first}:${second}:${third}:${half}/56`, factor: 2 },
    { network: `${first}:${second}:${third}/48`, factor: 8 },
  ]
}

/**
 * Counts one event for every network of an address. What a small network is refused does not count
 * for the larger ones.
 */
export async function requireNetworkAllowance(
  services: Pick<PlatformServices, 'limiter'>,
  { name, ip, limit, windowSeconds }: NetworkAllowance,
): Promise<void> {
  for (const { network, factor } of networksOf(ip)) {
    const key = `${name}:ip:${network}`
    await requireAllowance(services, { key, limit: limit * factor, windowSeconds })
  }
}

type NetworkAllowance = {
  readonly name: string
  readonly ip: string
  readonly limit: number
  readonly windowSeconds: number
}

/** Counts one event and refuses when the limit is reached. */
export async function requireAllowance(
  { limiter }: Pick<PlatformServices, 'limiter'>,
  allowance: Allowance,
): Promise<void> {
  const taken = await limiter.take(allowance)
  if (!taken.ok) throw new Refused({ kind: 'too-many-requests', waitSeconds: taken.waitSeconds })
}
