import { mkdirSync } from 'node:fs'
import { SANDBOX_HEADER } from '@qingzhou/provider-api/signature'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { payRoutes } from './app-payments/pay-routes.ts'
import { bankRoutes } from './bank/bank-routes.ts'
import { browserIpRoute } from './browser-ip.ts'
import { consentRoutes } from './consent-routes.ts'
import { controlRoutes } from './control-routes.ts'
import { mallRoutes } from './mall/mall-routes.ts'
import { bridgeRoutes } from './messenger-bridge/bridge-routes.ts'
import { miniProgramRoute } from './mini-program-route.ts'
import { openOutside } from './outside.ts'
import { pageAssets } from './pages/assets.ts'
import { pictureRoutes } from './people/picture-routes.ts'
import { providerAnswers } from './provider-answers.ts'
import { providerRoutes } from './provider-routes.ts'
import { createSignatureCheck } from './signature-check.ts'
import { faceCheckRoutes } from './wallet-face/face-check-routes.ts'

const BODY_LIMIT_BYTES = 64 * 1024

export type LogEntry = { readonly line: string; readonly isBad: boolean }

type SandboxOptions = {
  readonly port: number
  readonly secret: string
  readonly dataDirectory: string
  readonly log?: (entry: LogEntry) => void
  readonly now?: () => number
}

/** Starts the stand-in for every outside service, on this machine's own loopback only. */
export async function startSandbox(
  options: SandboxOptions,
): Promise<{ url: string; stop(): Promise<void> }> {
  const app = buildSandbox(options)
  const url = await app.listen({ host: '127.0.0.1', port: options.port })
  return { url, stop: () => app.close() }
}

function buildSandbox({ secret, dataDirectory, log, now = Date.now }: SandboxOptions) {
  mkdirSync(dataDirectory, { recursive: true })
  const outside = openOutside({ dataDirectory, secret, now })
  const { faults, authorisations, messenger, faceChecks, appPayments } = outside
  const isGenuine = createSignatureCheck(secret, now)

  // Closing cuts live streams and delayed answers, or a stop would wait for them.
  const app = fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true })
  app.addHook('preClose', async () => outside.stop())
  // Lets a production server notice that it was pointed at the sandbox.
  app.addHook('onRequest', async (_, reply) => void reply.header(SANDBOX_HEADER, 'yes'))
  if (log) logEachRequest(app, log)
  const answers = providerAnswers(outside)
  void app.register(providerRoutes, { answers, faults, isGenuine, secret, now })
  void app.register(controlRoutes, outside)
  void app.register(bankRoutes, { bank: outside.bank })
  void app.register(mallRoutes, { mall: outside.mall })
  void app.register(consentRoutes, { authorisations, faults })
  void app.register(faceCheckRoutes, { faceChecks, faults })
  void app.register(payRoutes, { appPayments })
  void app.register(bridgeRoutes, { appPayments, secret, now })
  void app.register(miniProgramRoute, { messenger })
  void app.register(browserIpRoute, { now })
  void app.register(pictureRoutes)
  void app.register(pageAssets)
  return app
}

/** Never the address itself: its query may name a person. */
function logEachRequest(app: FastifyInstance, log: (entry: LogEntry) => void): void {
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const route = routeOptions.url ?? 'unknown address'
    const line = `sandbox ${method} ${route} ${statusCode} ${Math.round(elapsedTime)} ms`
    log({ line, isBad: statusCode >= 400 })
  })
}
