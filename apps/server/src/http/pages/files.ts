import type { FastifyInstance, FastifyReply } from 'fastify'
import { DOCUMENTS_PATH } from '@qingzhou/platform/documents/print'
import { cookiesOf, readSecret } from '#http/sessions/cookies.ts'
import type { HttpContext } from '#http/http-context.ts'
import { failures, RequestRejected } from '#http/failure.ts'
import { requireRate } from '#http/limits/require-rate.ts'
import { sha256 } from '@qingzhou/platform/canonical-json'
import { FILES_PATH } from '@qingzhou/platform/files/file-link-store'
import type { ShownFile } from '@qingzhou/platform/files/file-link-store'
import type { Shedder } from '#http/limits/shedding.ts'
import { untilClosed } from '#http/limits/until-closed.ts'

/** How many links one network may open per minute: enough for a reviewer, too few for guessing. */
const LINKS_PER_MINUTE = 600

/** The smallest transparent GIF: what an image beacon gets back. */
export const PIXEL = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
)

export type Documents = {
  /**
   * The document behind a link. Undefined when the link is used, expired, unknown or another
   * customer's.
   */
  readonly find: (named: {
    readonly token: string
    readonly session: string | undefined
  }) => Promise<{ readonly pdf: Buffer; readonly fileName: string } | undefined>
}

/**
 * Serves a document once, to the customer its link was made for. For anyone else the link does not
 * work.
 */
export function mountDocuments(
  app: FastifyInstance,
  http: Pick<HttpContext, 'shedder' | 'services' | 'publicOrigin'>,
  { find }: Documents,
): void {
  app.get<{ Params: { token: string } }>(
    `${DOCUMENTS_PATH}/:token`,
    { config: { name: 'document' }, onRequest: inTurn(http.shedder) },
    async (request, reply) => {
      const { token } = request.params
      await requireRate(http, { name: 'documents', ip: request.ip, perMinute: LINKS_PER_MINUTE })
      const session = readSecret(cookiesOf(http, request), 'session')
      const found = isLinkToken(token) ? await find({ token, session }) : undefined
      if (!found) throw new RequestRejected(failures.unknown)
      const name = encodeURIComponent(found.fileName)
      void reply.headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="document.pdf"; filename*=UTF-8''${name}`,
      })
      return found.pdf
    },
  )
}

export type LinkedFiles = {
  /**
   * The file behind a link, if one of these secrets belongs to the session that requested it. Else
   * undefined.
   */
  readonly find: (
    token: string,
    secrets: { readonly session: string | undefined; readonly staff: string | undefined },
  ) => Promise<(Pick<ShownFile, 'fileName' | 'form'> & { readonly bytes: Buffer }) | undefined>
}

// A table: one form, one line.
// oxfmt-ignore
const forms = {
  picture: { type: 'image/jpeg',              ending: 'jpg', shown: 'inline' },
  pdf:     { type: 'application/pdf',         ending: 'pdf', shown: 'inline' },
  csv:     { type: 'text/csv; charset=utf-8', ending: 'csv', shown: 'attachment' },
  zip:     { type: 'application/zip',         ending: 'zip', shown: 'attachment' },
} as const satisfies Record<ShownFile['form'], object>

/** A file opened directly may load and run nothing: no script, no form, no other page. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * Serves a file to the session that requested its link. Any other session gets 404, as for an
 * unknown link.
 */
export function mountFiles(
  app: FastifyInstance,
  http: Pick<HttpContext, 'shedder' | 'services' | 'publicOrigin'>,
  { find }: LinkedFiles,
): void {
  app.get<{ Params: { token: string } }>(
    `${FILES_PATH}/:token`,
    { config: { name: 'file' }, onRequest: inTurn(http.shedder) },
    async (request, reply) => {
      const { token } = request.params
      await requireRate(http, { name: 'files', ip: request.ip, perMinute: LINKS_PER_MINUTE })
      const cookies = cookiesOf(http, request)
      const [session, staff] = [readSecret(cookies, 'session'), readSecret(cookies, 'staff')]
      const found = isLinkToken(token) ? await find(token, { session, staff }) : undefined
      if (!found) throw new RequestRejected(failures.unknown)
      const { type, ending, shown } = forms[found.form]
      const name = encodeURIComponent(`${withoutEnding(found.fileName)}.${ending}`)
      void reply.headers({
        'content-type': type,
        'content-disposition': `${shown}; filename="file.${ending}"; filename*=UTF-8''${quoteEncoded(name)}`,
        'content-security-policy': FILE_POLICY,
        'accept-ranges': 'bytes',
        etag: `"${sha256(found.bytes).toString('base64url')}"`,
      })
      return partOf(found.bytes, request.headers.range, reply)
    },
  )
}

/** The rest of a file whose download broke off. Any other range gets the whole file. */
function partOf(bytes: Buffer, range: string | undefined, reply: FastifyReply): Buffer {
  const from = Number(/^bytes=(\d{1,12})-$/.exec(range ?? '')?.[1] ?? 0)
  if (from === 0) return bytes
  if (from >= bytes.length) {
    void reply.code(416).header('content-range', `bytes */${bytes.length}`)
    return Buffer.alloc(0)
  }
  const last = bytes.length - 1
  void reply.code(206).header('content-range', `bytes ${from}-${last}/${bytes.length}`)
  return bytes.subarray(from)
}

/** The name without its old extension: an uploaded `invoice.png` was converted to JPEG. */
function withoutEnding(fileName: string): string {
  return fileName.replace(/\.[A-Za-z0-9]{1,8}$/, '') || 'file'
}

/** Encodes the characters that RFC 5987 reserves and encodeURIComponent does not. */
function quoteEncoded(encoded: string): string {
  return encoded.replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Whether the text has the form of a link token. Other text is not looked up. */
function isLinkToken(text: string): boolean {
  return /^[\w-]{32}$/.test(text)
}

/** Sheds the request before the link is looked up or used, so that it can be opened again later. */
function inTurn(shedder: Shedder) {
  return async (_request: unknown, reply: FastifyReply): Promise<void> => {
    const leave = shedder.enter(false)
    if (!leave) throw new RequestRejected(failures.busy)
    untilClosed(reply, leave)
  }
}
