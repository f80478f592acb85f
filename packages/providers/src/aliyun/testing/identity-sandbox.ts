import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request as send, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { startSandbox } from '@qingzhou/sandbox/sandbox.ts'
import { sandboxIdentitySettings } from '@qingzhou/tools/product/sandbox-identity.ts'
import { adaptersOf } from '@qingzhou/platform/config/adapters/adapters'
import { createSettings } from '@qingzhou/platform/config/settings'
import { createLog } from '@qingzhou/platform/log'
import { createProviders, type Providers } from '#providers.ts'

const SECRET = 'a secret of the tests, of no use elsewhere'

/** The adapters of the identity ports, each over the wire of the sandbox. */
export const identityAdapters = ['gateway', 'aliyun'] as const

/** Starts a sandbox, with functions that open the ports as a server does. */
export async function startIdentitySandbox(limits: { readonly perMinute?: number } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'identity-contract-'))
  const sandbox = await startSandbox({
    port: 0,
    secret: SECRET,
    dataDirectory: directory,
    identity: limits,
  })

  const post = (path: string, content: unknown) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    })

  return {
    url: sandbox.url,
    fault: (provider: string, change: Readonly<Record<string, unknown>>) =>
      post('/faults', { provider, ...change }),
    reset: () => post('/reset', {}),
    async picture(path: string): Promise<Buffer> {
      return Buffer.from(await (await fetch(`${sandbox.url}/people/${path}.png`)).arrayBuffer())
    },
    providersBy(
      choice: (typeof identityAdapters)[number],
      changed: Readonly<Record<string, string>> = {},
      parts: { readonly timeoutMs?: number; readonly now?: () => Date } = {},
    ): Promise<Providers> {
      const own = sandboxIdentitySettings({ url: sandbox.url, secret: SECRET })
      const settings = createSettings({ ...own, IDENTITY: choice, ...changed })
      const adapters = adaptersOf(settings, 'sandbox')
      settings.assertComplete()
      const { timeoutMs = 60_000, now = () => new Date() } = parts
      return createProviders({
        url: sandbox.url,
        secret: SECRET,
        consentUrl: '/sandbox',
        timeoutsMs: { idCheck: timeoutMs, ocr: timeoutMs, face: timeoutMs, wallet: timeoutMs },
        outagesMax: 1_000_000,
        now,
        ownOrigin: () => 'http://localhost',
        log: createLog({ level: 'silent' }),
        adapters,
      })
    },
    async stop() {
      await sandbox.stop()
      rmSync(directory, { recursive: true })
    },
  }
}

export type IdentitySandbox = Awaited<ReturnType<typeof startIdentitySandbox>>

type Changes = {
  readonly request?: (body: Buffer) => Buffer
  readonly answer?: (body: string) => string
}

/** Passes requests on to the sandbox, with the changes of a test; counts them. */
export async function startProxy(target: string, { request, answer }: Changes) {
  let requests = 0
  const server = createServer((asked, reply) => {
    void (async () => {
      requests += 1
      const body = await buffer(asked)
      const { 'content-length': _, ...headers } = asked.headers
      const passed = await fetchAs(`${target}${asked.url}`, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: request ? request(body) : body,
      })
      reply.writeHead(passed.status, { 'content-type': 'application/json; charset=utf-8' })
      reply.end(answer ? answer(passed.body) : passed.body)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** `fetch` would replace the host, which is signed. */
async function fetchAs(
  url: string,
  options: { method: string; headers: Record<string, string>; body: Buffer },
): Promise<{ status: number; body: string }> {
  const { body, ...rest } = options
  const sent = send(url, rest)
  sent.end(body)
  const [answered] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answered.statusCode ?? 0, body: await text(answered) }
}
