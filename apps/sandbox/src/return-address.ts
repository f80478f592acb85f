export const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Where a consent page may send the browser back to: this house only, under the very name by which
 * the browser came. `//evil`, `\evil`, a `javascript:` address or a user name before the host all
 * end up with another host or scheme.
 */
export function returnAddress(
  wanted: string,
  house: { readonly protocol: string; readonly host: string },
): URL | undefined {
  const base = `${house.protocol}://${house.host}`
  if (!URL.canParse(wanted, base)) return undefined

  const home = new URL(base)
  const address = new URL(wanted, home)
  if (address.username !== '' || address.password !== '') return undefined
  if (address.origin !== home.origin && !isThisMachine(address, home)) return undefined
  // Changed in place: put together anew, a path that starts with two slashes would name a host.
  address.host = home.host
  return address
}

/**
 * A server that was not told its public name calls itself by its loopback address, while the browser
 * may have come by another name of the same machine; its cookies belong to that name.
 */
function isThisMachine(address: URL, home: URL): boolean {
  const isSameDoor = address.port === home.port && address.protocol === home.protocol
  return isSameDoor && THIS_MACHINE.has(address.hostname)
}
