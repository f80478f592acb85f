import type { Config } from '#platform/config/config.ts'

/** Without a configured address, the one the server listens on; a port of 0 is known only then. */
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

/** Besides our own paths, a browser is sent only to where people consent. */
export function redirectOriginsOf({ providers, publicOrigin }: Config): string[] {
  const given = [providers.consentUrl, publicOrigin].filter((url) => url !== undefined)
  return given.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin)
}
