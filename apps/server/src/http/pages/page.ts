import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { pagePolicy } from './security-headers.ts'

/** A built page with the server's settings written into it, made once at boot. */
export type Page = {
  readonly policy: string
  readonly html: Buffer
  readonly brotli: Buffer
}

const PLACE = '<meta name="qingzhou-config" content="{}">'

export async function readPage(path: string, config: Config): Promise<Page | undefined> {
  if (!existsSync(path)) return undefined
  const settings = { mode: config.mode, ipLookupUrl: config.ipLookupUrl, version: config.version }
  const meta = `<meta name="qingzhou-config" content="${escaped(JSON.stringify(settings))}">`
  // A function, because `$` in a replacement text would have a meaning.
  const text = readFileSync(path, 'utf8').replace(PLACE, () => meta)
  const html = Buffer.from(text)
  const brotli = await promisify(brotliCompress)(html)
  return { policy: pagePolicy(config, inlineScriptHashes(text)), html, brotli }
}

export function sendPage(
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

/** A script without an address runs only when the policy names its hash. */
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
