import type { Config } from '@qingzhou/platform/config/config'

/**
 * The configured address, or the one the server listens on. A port of 0 is known only after
 * listening.
 */
export function ownAddress({
  publicOrigin,
  host,
  port,
}: Pick<Config, 'publicOrigin' | 'host' | 'port'>) {
  let current = publicOrigin ?? `http://${host}:${port}`
  return {
    current: () => current,
    found(address: string): string {
      if (publicOrigin === undefined) current = address
      return address
    },
  }
}

/** Besides our own paths, redirects may lead only to the consent pages. */
export function redirectOriginsOf({ providers, publicOrigin }: Config): string[] {
  const addresses = [providers.consentUrl, publicOrigin].filter((url) => url !== undefined)
  return addresses.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin)
}
