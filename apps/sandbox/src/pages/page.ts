import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyInstance } from 'fastify'

/** Text that is already HTML. Only `html` returns it, so no other text is inserted unescaped. */
export type Html = { readonly html: string }

/** Escapes every value, except what `html` itself has returned. */
export function html(
  fixed: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  const parts = values.map((value, index) => `${renderValue(value)}${fixed[index + 1]}`)
  return { html: `${fixed[0]}${parts.join('')}` }
}

function renderValue(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return escapeHtml(value)
  return 'html' in value ? value.html : value.map((part) => part.html).join('')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Every page is one folder below the root and has relative links, so it also works behind the proxy. */
export function page({ title, body }: { readonly title: string; readonly body: Html }): string {
  return html`<!doctype html>
    <html lang="zh-CN">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>${title}</title>
        <link rel="stylesheet" href="../assets/page.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.html
}

/** A page with one message, optional facts and an optional way back to the lender. */
export function messagePage(content: {
  readonly title: string
  readonly text: string
  readonly facts?: Readonly<Record<string, string>>
  readonly back?: URL | undefined
}): string {
  const { title, text, facts = {}, back } = content
  const rows = Object.entries(facts).map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  )
  const body = html`
    <p class="label">沙箱</p>
    <h1>${title}</h1>
    <p class="lead">${text}</p>
    <dl>${rows}</dl>
    ${back ? html`<p class="choices"><a class="agree" href="${back.href}">返回</a></p>` : ''}
  `
  return page({ title: `沙箱 · ${title}`, body })
}

export const unavailablePage = (back?: URL): string =>
  messagePage({
    title: '服务暂时不可用',
    text: '该服务在沙箱中被设为停用。请在模拟台的故障开关中恢复后再试。',
    back,
  })

export const unavailable = unavailablePage()

/** No script, one style sheet, forms to our own address, frames on our own pages only. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
].join('; ')

export function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(text)
}

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

/** Stands in for the app store and for the server that the app is downloaded from. */
export async function storeRoutes(app: FastifyInstance): Promise<void> {
  app.get('/store/ios', async (_, reply) => sendPage(reply, storePage))
  app.get<{ Params: { name: string } }>('/store/:name.apk', async (_, reply) =>
    reply.type('application/vnd.android.package-archive').send(EMPTY_PACKAGE),
  )
}

const storePage = messagePage({
  title: '应用商店',
  text: '真实环境中，手机会在此打开应用商店中的下载页。',
})

/** A package file is a ZIP archive; this one has no entries. */
const EMPTY_PACKAGE = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])
