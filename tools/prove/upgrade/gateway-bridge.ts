import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { SIGNATURE_HEADERS, signedHeaders } from '@qingzhou/provider-api/signature'

type Gateway = { readonly url: string; readonly secret: string }

/**
 * Connects today's server to the sandbox of the previous release, whose signatures do not name the direction of a
 * message: signs requests the old way and answers the new way.
 */
export async function startGatewayBridge(gateway: Gateway): Promise<Gateway & { stop(): void }> {
  const server = createServer((request, response) => {
    forward(gateway, request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    secret: gateway.secret,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function forward(
  { url, secret }: Gateway,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '/'
  const [timestamp, nonce] = [headerOf(request, 'timestamp'), headerOf(request, 'nonce')]
  const body = await text(request)
  const answer = await fetch(url + path, {
    method: request.method ?? 'POST',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADERS.timestamp]: timestamp,
      [SIGNATURE_HEADERS.nonce]: nonce,
      [SIGNATURE_HEADERS.signature]: oldSignature(secret, [path, timestamp, nonce, body]),
    },
    ...(request.method !== 'GET' && { body }),
  })
  const answered = await answer.text()
  const signed = {
    direction: 'answer',
    path,
    timestamp: answer.headers.get(SIGNATURE_HEADERS.timestamp) ?? '',
    nonce,
    body: answered,
  } as const
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    ...signedHeaders(secret, signed),
  })
  response.end(answered)
}

function oldSignature(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('\n')).digest('hex')
}

function headerOf(request: IncomingMessage, name: keyof typeof SIGNATURE_HEADERS): string {
  return String(request.headers[SIGNATURE_HEADERS[name]] ?? '')
}
