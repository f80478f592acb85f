import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '@qingzhou/platform/config/config'
import type { Services } from '#services.ts'
import { phoneUrlOf } from '#http/own-network.ts'
import { keptAssetsOf } from './kept-assets.ts'
import { brandPage, escapeHtml } from './brand-page.ts'
import { pagePolicy } from './security-headers.ts'

/** A built page with the server's settings. */
type Page = { readonly policy: string; contents(): Promise<Contents> }

type Contents = { readonly html: Buffer; readonly br: Buffer; readonly gzip: Buffer }

/** What seals a body: the published key and the clock. */
type SealingServices = Pick<Services, 'sealing' | 'now'>

const PLACE = /<meta name="qingzhou-config" content="\{\}" ?\/?>/

function readPage(
  path: string,
  config: Config,
  services: SealingServices | undefined,
): Page | undefined {
  if (!existsSync(path)) return undefined
  const { mode, ipLookupUrl, version, brand, adapters } = config
  const settings = {
    mode,
    ipLookupUrl,
    version,
    phoneUrl: phoneUrlOf(config),
    ...(adapters.mall === 'none' && { hasMall: false }),
    ...(adapters.bureau === 'none' && { asksBureau: false }),
    ...(adapters.device === 'none' && { checksDevices: false }),
    ...(brand && { brand: { lender: brand.lender, mark: brand.mark } }),
  }
  const built = readFileSync(path, 'utf8')
  const text = brand ? brandPage(built, brand) : built
  const policy = pagePolicy(config, {
    scripts: inlineHashes(text, 'script'),
    styles: inlineHashes(text, 'style'),
  })
  if (!services) {
    const contents = contentsOf(text, settings)
    return { policy, contents: () => contents }
  }
  const forTheSecond = oncePerSecond(services, async (serverTime) => {
    const { sealing } = services
    const key = await sealing.newest()
    const sealKey = { ...key, bodyForm: sealing.bodyForm }
    return contentsOf(text, { ...settings, sealKey, serverTime })
  })
  // Without the database there may be no key. The app requests it with its first call.
  const withoutKey = contentsOf(text, settings)
  return { policy, contents: () => forTheSecond().catch(() => withoutKey) }
}

/** However many pages are requested, one is composed and compressed per second. */
function oncePerSecond(
  { now }: SealingServices,
  compose: (time: number) => Promise<Contents>,
): () => Promise<Contents> {
  let latest: { readonly at: number; readonly contents: Promise<Contents> } | undefined
  return () => {
    const at = now().getTime()
    if (!latest || at - latest.at >= 1000 || at < latest.at) latest = { at, contents: compose(at) }
    return latest.contents
  }
}

async function contentsOf(text: string, settings: object): Promise<Contents> {
  const meta = `<meta name="qingzhou-config" content="${escapeHtml(JSON.stringify(settings))}">`
  // A replacement function, because `$` is special in a replacement string.
  const html = Buffer.from(text.replace(PLACE, () => meta))
  const params = { [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY }
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(html, { params }),
    promisify(gzip)(html),
  ])
  return { html, br, gzip: zipped }
}

/** Compresses a page in about a millisecond, to a few per cent more than the highest quality. */
const PAGE_QUALITY = 7

async function sendPage(
  page: Page | undefined,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<FastifyReply> {
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
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = (['br', 'gzip'] as const).find((one) => accepted.split(/[ ,;]+/).includes(one))
  const contents = await page.contents()
  if (encoding === undefined) return reply.send(contents.html)
  return reply.header('content-encoding', encoding).send(contents[encoding])
}

/**
 * The hashes of inline scripts or styles. A browser uses an inline one only if the policy names its
 * hash.
 */
function inlineHashes(html: string, tag: 'script' | 'style'): string[] {
  return [...html.matchAll(INLINE[tag])]
    .filter(({ groups }) => !/\ssrc\s*=/.test(groups?.['attributes'] ?? ''))
    .map(({ groups }) =>
      createHash('sha256')
        .update(groups?.['code'] ?? '')
        .digest('base64'),
    )
}

const INLINE = {
  script: /<script(?<attributes>[^>]*)>(?<code>.*?)<\/script>/gs,
  style: /<style(?<attributes>[^>]*)>(?<code>.*?)<\/style>/gs,
}

const FOREVER = 'public, max-age=31536000, immutable'

/** Headers that affect documents only, not scripts, styles and images. */
const PAGE_HEADERS = [
  'content-security-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'x-request-id',
]

/** The policy of the service worker, which requests pages. */
const OWN_CALLS = "default-src 'none'; connect-src 'self'"

/** Serves the console: below its prefix, every address but those of its files is a page of it. */
export async function serveConsole(app: FastifyInstance, config: Config): Promise<void> {
  await serveWebApp(app, config, { folder: 'console', prefix: '/console/', hasPaths: true })
  app.get('/console', async (_, reply) => reply.redirect('/console/', 302))
}

/** Serves a built web app: its page at the prefix, and its files. */
export async function serveWebApp(
  app: FastifyInstance,
  config: Config,
  {
    folder,
    prefix,
    sealing,
    hasPaths = false,
  }: {
    readonly folder: string
    readonly prefix: string
    /** Given: the page carries the key and the time that its first call needs. */
    readonly sealing?: SealingServices
    /** The app has paths of its own, and no files outside of its assets. */
    readonly hasPaths?: boolean
  },
): Promise<void> {
  const root = join(config.buildDirectory, folder)
  const stored = keptAssetsOf(config)
  const page = readPage(join(root, 'index.html'), config, sealing)
  for (const url of [prefix, hasPaths ? `${prefix}*` : `${prefix}index.html`]) {
    app.get(url, { exposeHeadRoute: true }, async (request, reply) =>
      sendPage(page, { request, reply }),
    )
  }
  if (!existsSync(root)) return
  await app.register(fastifyStatic, {
    ...(hasPaths
      ? { root: join(root, 'assets'), prefix: `${prefix}assets/` }
      : { root: existsSync(stored) ? [root, stored] : root, prefix }),
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
      // Its compressed copies have longer names.
      if (path.includes('/offline.js')) void reply.header('content-security-policy', OWN_CALLS)
      // The document headers would be larger than some of the files.
      if (isHashed) for (const name of PAGE_HEADERS) void reply.removeHeader(name)
    },
  })
}
