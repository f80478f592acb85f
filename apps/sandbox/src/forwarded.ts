import type { FastifyRequest } from 'fastify'

/** What the proxy in front says of the browser's own request. */
export function forwarded(
  request: FastifyRequest,
  part: 'for' | 'host' | 'proto',
): string | undefined {
  const value = request.headers[`x-forwarded-${part}`]
  return typeof value === 'string' ? value : undefined
}

/** The house under the very name by which the browser came. */
export function houseOf(request: FastifyRequest): { protocol: string; host: string } {
  return {
    protocol: forwarded(request, 'proto') ?? 'http',
    host: forwarded(request, 'host') ?? request.host,
  }
}
