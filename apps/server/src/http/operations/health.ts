import fastify, { type FastifyInstance } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import type { ClockWatch } from '@qingzhou/platform/clock-skew'
import type { MetricsAccess } from '@qingzhou/platform/config/config'
import type { Queryable } from '@qingzhou/platform/database/database'
import { missingMigrations } from '@qingzhou/platform/database/migrate'
import { usedKeyIds } from '@qingzhou/platform/database/vault/key-check-store'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import type { StorageWatch } from '@qingzhou/platform/storage-watch'
import type { Metrics } from './metrics.ts'
import { sha256 } from '@qingzhou/platform/canonical-json'

/**
 * Closes the connection after each response while the server stops: a keep-alive connection would
 * delay the stop.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
}

export type HealthDeps = {
  readonly database: Queryable
  readonly vault: Pick<Vault, 'unknownKeys'>
  readonly clock: ClockWatch
  readonly storage: StorageWatch
  readonly metrics: Metrics
  readonly providersUrl: string
  readonly metricsAccess: MetricsAccess
}

/** Routes for machines: liveness, readiness and metrics. */
export async function healthRoutes(app: FastifyInstance, deps: HealthDeps): Promise<void> {
  app.get('/healthz', { exposeHeadRoute: true, config: { name: 'health' } }, async () => ({
    up: true,
  }))

  // Not rate limited, so concurrent requests share one database check.
  let looking: Promise<string[]> | undefined
  const missingNow = () =>
    (looking ??= missingParts(deps).finally(() => {
      looking = undefined
    }))

  app.get('/readyz', { exposeHeadRoute: true, config: { name: 'readiness' } }, async (_, reply) => {
    const missing = await missingNow()
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .send({ ready: missing.length === 0, missing })
  })

  app.get('/metrics', { config: { name: 'metrics' } }, async (request, reply) => {
    const { metricsAccess, metrics } = deps
    if (!isAllowed(metricsAccess, request.headers.authorization)) return reply.callNotFound()
    return reply.type(metrics.registry.contentType).send(await metrics.text())
  })
}

/** Serves these routes alone, for a process that serves no calls. */
export async function serveHealth(
  address: { readonly host: string; readonly port: number },
  deps: HealthDeps,
): Promise<{ readonly stop: () => Promise<void> }> {
  const app = fastify({ exposeHeadRoutes: false, forceCloseConnections: true })
  await app.register(healthRoutes, deps)
  await app.listen(address)
  return { stop: () => app.close() }
}

/**
 * Compares hashes in constant time, so that timing reveals nothing about a partly correct value.
 */
function isAllowed(access: MetricsAccess, input = ''): boolean {
  if (access === 'everyone') return true
  const [wanted, sent] = [access.authorization, input].map((text) => sha256(text))
  return wanted !== undefined && sent !== undefined && timingSafeEqual(wanted, sent)
}

async function missingParts({
  database,
  vault,
  clock,
  storage,
  providersUrl,
}: HealthDeps): Promise<string[]> {
  const missing = await databaseFaults(database, vault)
  await clock.check()
  const skew = clock.fault()
  if (skew !== undefined) missing.push(skew)
  missing.push(...(await storage.faults()))
  if (!providersUrl) missing.push('providers: no address is configured')
  return missing
}

async function databaseFaults(database: Queryable, vault: HealthDeps['vault']): Promise<string[]> {
  try {
    const missing = await missingMigrations(database)
    // A damaged value may name any key; only keys that this database was used with count.
    const keys = await usedKeyIds(database, vault.unknownKeys())
    return [
      ...missing.map((name) => `migration: ${name}`),
      ...keys.map((id) => `vault: values are sealed with the key "${id}", which is not configured`),
    ]
  } catch {
    return ['database: it cannot be reached']
  }
}
