import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { phoneUrlOf } from '#http/own-network.ts'
import { pagePolicy } from './security-headers.ts'

/** A built page that contains the server's settings, prepared once at boot. */
type Page = {
  readonly policy: string
  readonly html: Buffer
  readonly brotli: Buffer
}

const PLACE = '<meta name="qingzhou-config" content="{}">'

async function readPage(path: string, config: Config): Promise<Page | undefined> {
  if (!existsSync(path)) return undefined
  const { mode, ipLookupUrl, version } = config
  const settings = { mode, ipLookupUrl, version, phoneUrl: phoneUrlOf(config) }
  const meta = `<meta name="qingzhou-config" content="${escaped(JSON.stringify(settings))}">`
  // A replacement function, because `$` is special in a replacement string.
  const text = readFileSync(path, 'utf8').replace(PLACE, () => meta)
  const html = Buffer.from(text)
  const brotli = await promisify(brotliCompress)(html)
  return { policy: pagePolicy(config, inlineScriptHashes(text)), html, brotli }
}

function sendPage(
  page: Page | undefined,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  if (!page) {
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The web app is not built yet. Run: npm run build\n')
  }
  void reply.type('text/html; charset=utf-8').headers({
    'content-security-policy': page.policy,
    vary: 'accept-encoding',
  })
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
  if (!takesBrotli) return reply.send(page.html)
  return reply.header('content-encoding', 'br').send(page.brotli)
}

/**
 * The hashes of inline scripts. A browser runs an inline script only if the policy names its hash.
 */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?<attributes>[^>]*)>(?<code>.*?)<\/script>/gs)]
    .filter(({ groups }) => !/\ssrc\s*=/.test(groups?.['attributes'] ?? ''))
    .map(({ groups }) =>
      createHash('sha256')
        .update(groups?.['code'] ?? '')
        .digest('base64'),
    )
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

const FOREVER = 'public, max-age=31536000, immutable'

/** Headers that affect documents only, not scripts, styles and images. */
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
    // Files under /assets carry a content hash in their name. Others may change under the same
    // name.
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      void reply.header('cache-control', isHashed ? FOREVER : 'no-cache')
      // A first visit fetches about twenty files, and the document headers would be larger than
      // some of them.
      if (isHashed) for (const name of PAGE_HEADERS) void reply.removeHeader(name)
    },
  })
}
