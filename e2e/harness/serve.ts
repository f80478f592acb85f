import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

/** Builds the harness like the app, and serves it from a temporary folder. */
export async function serveHarness() {
  const folder = mkdtempSync(join(tmpdir(), 'qingzhou-harness-'))
  await buildInto(folder)
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = join(folder, normalize(path === '/' ? 'index.html' : path))
    try {
      const content = readFileSync(file)
      response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'text/plain' }).end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function buildInto(outDir: string): Promise<void> {
  const require = createRequire(import.meta.resolve('@qingzhou/web/package.json'))
  // The web app's own copy of Vite, typed here by the only function that is used.
  const { build }: { build: (config: object) => Promise<unknown> } = await import(
    pathToFileURL(require.resolve('vite')).href
  )
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: ['chrome87', 'safari14'] },
  })
}
