import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Accepts plain forms, as the pages have no script. */
export function formBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string | Buffer) =>
      Object.fromEntries(new URLSearchParams(String(body))),
  )
}

/** The browser's address, host or protocol, as the proxy reports it. */
export function readForwarded(
  request: FastifyRequest,
  part: 'for' | 'host' | 'proto',
): string | undefined {
  const value = request.headers[`x-forwarded-${part}`]
  return typeof value === 'string' ? value : undefined
}

/** Whether a request came through the product's address, from a page, or in a type that any page can send. */
function isFromBrowser(request: FastifyRequest): boolean {
  const { headers, method } = request
  const isForwarded = readForwarded(request, 'host') !== undefined
  const isOfPage = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
  const isJson = headers['content-type']?.startsWith('application/json') ?? false
  return isForwarded || isOfPage || (method !== 'GET' && !isJson)
}

/** For the consoles of the vendors: a program on the lender's machine reaches them, no browser. */
export async function programsOnly(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return isFromBrowser(request) ? reply.code(404).send('') : undefined
}

/** Our own address, by the name the browser used. */
export function ownAddress(request: FastifyRequest): { protocol: string; host: string } {
  return {
    protocol: readForwarded(request, 'proto') ?? 'http',
    host: readForwarded(request, 'host') ?? request.host,
  }
}

export const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The address a page may redirect to: our own host only, by the name the browser used. `//evil`,
 * `\evil`, a `javascript:` address and a user name before the host all give another host or scheme.
 */
export function returnAddress(
  wanted: string,
  own: { readonly protocol: string; readonly host: string },
): URL | undefined {
  const base = `${own.protocol}://${own.host}`
  if (!URL.canParse(wanted, base)) return undefined

  const home = new URL(base)
  const address = new URL(wanted, home)
  if (address.username !== '' || address.password !== '') return undefined
  if (address.origin !== home.origin && !isThisMachine(address, home)) return undefined
  // Changed in place: in a new URL, a path that starts with two slashes would name a host.
  address.host = home.host
  return address
}

/**
 * A server without a configured public name uses its loopback address, while the browser may use
 * another name of the same machine; its cookies belong to that name.
 */
function isThisMachine(address: URL, home: URL): boolean {
  const isSamePort = address.port === home.port && address.protocol === home.protocol
  return isSamePort && THIS_MACHINE.has(address.hostname)
}
