import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A proxy that ends TLS, on a free port of this machine. */
export type TlsFront = {
  readonly url: string
  /** Requests go to these addresses in turn. Before that, connections are closed without an answer. */
  leadTo(addresses: readonly string[]): void
  stop(): Promise<void>
}

export async function startTlsFront(
  credentials: { readonly key: string; readonly cert: string },
  /** A header of the answers that is not passed on. */
  hidden?: string,
): Promise<TlsFront> {
  let targets: readonly string[] = []
  let turn = 0
  const server = createServer(credentials, (request, response) => {
    turn += 1
    const target = targets[turn % targets.length]
    if (target === undefined) request.socket.destroy()
    else pass(request, response, { target, hidden })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}`,
    leadTo: (addresses) => void (targets = addresses),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A connection that breaks off behind the proxy breaks off before it, too. */
function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { target, hidden = '' }: { readonly target: string; readonly hidden: string | undefined },
): void {
  const broken = () => void request.socket.destroy()
  const { method, url, headers } = request
  const behind = forward(`${target}${url}`, {
    method,
    headers: { ...headers, 'x-forwarded-proto': 'https' },
  })
  behind.on('error', broken)
  behind.on('response', (answer) => {
    const { [hidden]: _, ...own } = answer.headers
    response.writeHead(answer.statusCode ?? 502, own)
    answer.on('error', broken)
    answer.pipe(response)
  })
  response.on('close', () => behind.destroy())
  request.pipe(behind)
}
