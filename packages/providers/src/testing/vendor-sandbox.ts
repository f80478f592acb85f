import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startSandbox } from '@qingzhou/sandbox/sandbox.ts'

/** A sandbox for the tests of one vendor, and the folder that it keeps its keys in. */
export async function startVendorSandbox(input: {
  readonly secret: string
  readonly now: () => number
}) {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-vendor-'))
  const sandbox = await startSandbox({ port: 0, dataDirectory: directory, ...input })
  return {
    url: sandbox.url,
    directory,
    post: (path: string, content: object) =>
      fetch(`${sandbox.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(content),
      }),
    async stop() {
      await sandbox.stop()
      rmSync(directory, { recursive: true })
    },
  }
}

/** The keys of a lender in PEM. */
export function newMerchantKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Passes calls on as a test wants. A call that fails is cut off. */
export async function startBetween(
  pass: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
) {
  const server = createServer((request, response) => {
    void pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has this kind of address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Passes posted forms on, and changes their answers as a test wants. */
export async function startFormChanger(target: string) {
  const state: {
    change: (answer: Buffer) => Buffer
    /** Given instead of asking the sandbox. */
    recorded?: Buffer | undefined
  } = { change: (answer) => answer }
  const between = await startBetween(async (request, response) => {
    if (state.recorded) {
      response.writeHead(200).end(state.change(state.recorded))
      return
    }
    const answer = await fetch(`${target}${request.url ?? ''}`, {
      method: 'POST',
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      body: await text(request),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status).end(state.change(bytes))
  })
  return { ...between, state }
}
