import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SIGNATURE_HEADERS, isSignedBy } from '@qingzhou/provider-api/signature'
import { SECRET } from './provider-client.ts'

type HeardCallback = {
  readonly path: string
  readonly isSigned: boolean
  readonly content: unknown
}

/** Receives callbacks as the server would, and refuses as many as requested. */
export async function listenForCallbacks() {
  const heard: HeardCallback[] = []
  let refusals = 0

  async function hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const header = (name: keyof typeof SIGNATURE_HEADERS) =>
      String(request.headers[SIGNATURE_HEADERS[name]])
    const path = request.url ?? ''
    const [timestamp, nonce] = [header('timestamp'), header('nonce')]
    const signed = { direction: 'callback', path, timestamp, nonce, body } as const
    const isSigned = isSignedBy(SECRET, signed, header('signature'))
    heard.push({ path, isSigned, content: JSON.parse(body) })
    refusals -= 1
    response.writeHead(refusals >= 0 ? 503 : 200).end()
  }

  const server = createServer((request, response) => void hear(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server that listens on a port has this kind of address.
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    refuseNext: (count: number) => void (refusals = count),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
