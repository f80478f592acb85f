import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { readPage, sendPage } from './page.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** They say what a document may do, and mean nothing on a script, a style or a picture. */
const PAGE_HEADERS = [
  'content-security-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'x-request-id',
]

/** Serves a built web app: its page at the prefix, and its files. */
export async function serveWebApp(
  app: FastifyInstance,
  config: Config,
  { folder, prefix }: { readonly folder: string; readonly prefix: string },
): Promise<void> {
  const root = join(config.buildDirectory, folder)
  const page = await readPage(join(root, 'index.html'), config)
  for (const url of [prefix, `${prefix}index.html`]) {
    app.get(url, { exposeHeadRoute: true }, async (request, reply) =>
      sendPage(page, { request, reply }),
    )
  }
  if (!existsSync(root)) return
  await app.register(fastifyStatic, {
    root,
    prefix,
    index: false,
    dotfiles: 'ignore',
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    // What is built carries a hash of its content in its name; the rest may change under its name.
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      void reply.header('cache-control', isHashed ? FOREVER : 'no-cache')
      // A first visit fetches a score of files: what guards a page would weigh more than some of them.
      if (isHashed) for (const name of PAGE_HEADERS) void reply.removeHeader(name)
    },
  })
}
