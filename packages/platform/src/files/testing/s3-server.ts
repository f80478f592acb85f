import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const answerTo =
  (response: ServerResponse) =>
  (status: number, content: Buffer | string = '') =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(content)

type Credentials = { readonly accessKeyId: string; readonly secretAccessKey: string }

/** An object store for tests. It verifies the signature (SigV4) of every request as a real one does. */
export async function startS3Server({ accessKeyId, secretAccessKey }: Credentials) {
  const objects = new Map<string, Buffer>()
  let failures = 0
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray())
      const answer = answerTo(response)
      if (failures > 0) {
        failures -= 1
        return answer(503, '<Error><Code>SlowDown</Code></Error>')
      }
      if (!isSigned(request, body, { accessKeyId, secretAccessKey })) {
        return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
      }
      const { pathname } = new URL(request.url ?? '/', 'http://store')
      if (request.method === 'PUT') objects.set(pathname, body)
      if (request.method === 'DELETE') objects.delete(pathname)
      if (request.method !== 'GET') return answer(request.method === 'DELETE' ? 204 : 200)
      const found = objects.get(pathname)
      return found ? answer(200, found) : answer(404, '<Error><Code>NoSuchKey</Code></Error>')
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // A TCP server has an address object.
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    fail: (count: number) => void (failures = count),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

const AUTHORISATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/

function isSigned(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey }: Credentials,
): boolean {
  const match = AUTHORISATION.exec(headers.authorization ?? '')
  if (!match) return false
  const [, id, day = '', region = '', names = '', signature] = match
  const digest = String(headers['x-amz-content-sha256'])
  if (id !== accessKeyId || digest !== sha256(body)) return false
  const { pathname, searchParams } = new URL(url ?? '/', 'http://store')
  searchParams.sort()
  const canonical = [
    method,
    pathname,
    searchParams.toString(),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    digest,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${secretAccessKey}`,
  )
  return createHmac('sha256', key).update(text).digest('hex') === signature
}
