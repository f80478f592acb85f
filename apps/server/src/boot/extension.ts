import type { FastifyInstance } from 'fastify'
import type { HttpContext } from '#http/http-context.ts'
import type { Config } from '@qingzhou/platform/config/config'
import type { Services } from '#services.ts'

/**
 * Data and routes that the program that starts the server adds to it, in sandbox mode only: `apps/desk-api` is one.
 * `main.ts` and `worker.ts` add none, so a production server does not load them.
 */
export type Extension = {
  /** Runs at every start, once the schema is current. Only one server of a database runs it at a time. */
  seed(services: Services): Promise<void>
  mount(app: FastifyInstance, context: ExtensionContext): Promise<void>
}

export type ExtensionContext = {
  readonly config: Config
  readonly http: HttpContext
  readonly services: Services
}
