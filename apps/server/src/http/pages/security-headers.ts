import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/config/config.ts'

/** Nothing an API answers is a page, so nothing in it may load, run or be framed. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const HSTS = 'max-age=63072000; includeSubDomains'

/** On every answer; a page then replaces the policy by its own. */
export function secureHeaders(app: FastifyInstance, { mode }: Pick<Config, 'mode'>): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({
      'x-request-id': request.id,
      'content-security-policy': NOTHING,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    // Always in production: a proxy may forget to say that it was reached by https, and browsers
    // ignore the header on plain http.
    if (mode === 'production' || request.protocol === 'https')
      void reply.header('strict-transport-security', HSTS)
  })
}

/** The policy of a page: our own files, and those inline scripts that were built into it. */
export function pagePolicy(
  { mode, ipLookupUrl }: Pick<Config, 'mode' | 'ipLookupUrl'>,
  scriptHashes: readonly string[],
): string {
  // The face check runs its networks as WebAssembly; scripts made from text stay forbidden.
  const inline = scriptHashes.map((hash) => `'sha256-${hash}'`)
  const scripts = ["'self'", "'wasm-unsafe-eval'", ...inline].join(' ')
  const lookup = ipLookupUrl && URL.canParse(ipLookupUrl) ? ` ${new URL(ipLookupUrl).origin}` : ''
  const self = mode === 'sandbox' ? "'self'" : "'none'"
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${lookup}`,
    // The desk shows the app in a frame; outside the sandbox nobody does.
    `frame-src ${self}`,
    `frame-ancestors ${self}`,
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ')
}
