import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

export async function pageAssets(app: FastifyInstance): Promise<void> {
  const style = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8')
  app.get('/assets/page.css', async (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .type('text/css; charset=utf-8')
      .send(style),
  )
}
