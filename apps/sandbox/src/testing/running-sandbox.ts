import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox, type SandboxOptions } from '#sandbox.ts'
import { SECRET } from './provider-client.ts'

/** Starts a sandbox on a free port, with a directory that is deleted with it. */
export async function runSandbox(
  parts: Partial<Pick<SandboxOptions, 'now' | 'log' | 'wait' | 'faultPlan'>> = {},
) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sandbox-test-'))
  const start = () => startSandbox({ port: 0, secret: SECRET, dataDirectory, ...parts })
  let running = await start()

  return {
    dataDirectory,
    get url() {
      return running.url
    },
    sent: () => running.sent(),
    async restart() {
      await running.stop()
      running = await start()
    },
    async stop() {
      await running.stop()
      rmSync(dataDirectory, { recursive: true })
    },
  }
}

export async function getJson(address: string): Promise<unknown> {
  return (await fetch(address)).json()
}

export async function postJson(address: string, content: unknown): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(content),
  })
}
