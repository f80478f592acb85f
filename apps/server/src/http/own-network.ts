import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import type { Config } from '@qingzhou/platform/config/config'

const EVERY_NETWORK = new Set(['0.0.0.0', '::'])

/** The addresses of this machine in its networks, if the server listens on all of them. */
export function networkAddresses({ host }: Pick<Config, 'host'>): string[] {
  if (!EVERY_NETWORK.has(host)) return []
  return Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
}

export function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name)
}

/**
 * The address that a phone in the same network opens; undefined if the server listens on this
 * machine only.
 */
export function phoneUrlOf(
  config: Pick<Config, 'host' | 'port' | 'publicOrigin'>,
): string | undefined {
  if (config.publicOrigin !== undefined) return `${config.publicOrigin}/`
  const name = nameForPhones(config)
  // A port of 0 is known only after listening.
  if (name === undefined || config.port === 0) return undefined
  return `http://${name.includes(':') ? `[${name}]` : name}:${config.port}/`
}

function nameForPhones({ host }: Pick<Config, 'host'>): string | undefined {
  if (host === '::1' || isLoopback(host)) return undefined
  if (!EVERY_NETWORK.has(host)) return host
  // A container has addresses of its private network only.
  return existsSync('/.dockerenv') ? undefined : networkAddresses({ host })[0]
}
