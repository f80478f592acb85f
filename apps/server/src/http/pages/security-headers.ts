import type { FastifyInstance } from 'fastify'
import type { Config } from '@qingzhou/platform/config/config'

/** API responses are not pages: they may load, run and frame nothing. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const HSTS = 'max-age=63072000; includeSubDomains'

/** Sets the security headers of every response. Pages replace the policy with their own. */
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
    // Always in production: a proxy may not report that it was reached by https, and browsers
    // ignore the header on plain http.
    if (mode === 'production' || request.protocol === 'https')
      void reply.header('strict-transport-security', HSTS)
  })
}

/** The policy of a page: our own files, and the inline scripts and styles in it. */
export function pagePolicy(
  { mode, ipLookupUrl }: Pick<Config, 'mode' | 'ipLookupUrl'>,
  hashes: { readonly scripts: readonly string[]; readonly styles: readonly string[] },
): string {
  // The face check runs its neural networks as WebAssembly. `eval` stays forbidden.
  const scripts = ["'self'", "'wasm-unsafe-eval'", ...sources(hashes.scripts)].join(' ')
  const lookup = ipLookupUrl && URL.canParse(ipLookupUrl) ? ` ${new URL(ipLookupUrl).origin}` : ''
  const self = mode === 'sandbox' ? "'self'" : "'none'"
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    ["style-src 'self'", ...sources(hashes.styles)].join(' '),
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self'${lookup}`,
    // The desk shows the app in a frame. Outside the sandbox framing is forbidden.
    `frame-src ${self}`,
    `frame-ancestors ${self}`,
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ')
}

function sources(hashes: readonly string[]): string[] {
  return hashes.map((hash) => `'sha256-${hash}'`)
}
