import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { createServer as createVite } from 'vite'
import type { Plugin, ProxyOptions } from 'vite'

import { trackingPaths } from '@qingzhou/contract/calls'
import { allCalls } from '@qingzhou/contract/all-calls'
import { freePort } from '../postgres/port.ts'
import { reserve, startBackends, startWithCleanup, withDefaults } from '../product/product.ts'
import { createProgress } from '../product/progress.ts'
import { root } from '../root.ts'
import { explain, stopOnRequest } from '../product/stopping.ts'

/** Paths that the server answers besides the calls. */
const SERVER_PREFIXES = [
  '/callbacks',
  '/desk/api',
  '/files',
  '/healthz',
  '/metrics',
  '/openapi.json',
  '/documents',
  '/readyz',
  '/sandbox',
]
const READY_WITHIN_MS = 60_000

/** In a built product the server writes its settings into the page. */
const developmentConfig = {
  name: 'development-config',
  transformIndexHtml: (html: string) => {
    const config = { mode: 'sandbox', ipLookupUrl: '/sandbox/ip', version: 'development' }
    const content = JSON.stringify(config).replaceAll('"', '&quot;')
    return html.replace(/(<meta name="qingzhou-config" content=")\{\}/, `$1${content}`)
  },
}

type Part = { readonly stop: () => Promise<void> }

const settings = withDefaults(process.env)
const progress = createProgress(process.stdout)
const starting = startWithCleanup(async (keep) => {
  await reserve(settings, keep)
  const backends = await startBackends(settings, keep, progress)
  const serverUrl = `http://127.0.0.1:${await freePort()}`
  keep(
    await progress.during('updating the database and starting the server', () =>
      startWatchedServer(serverUrl, { ...settings, ...backends }),
    ),
  )
  return keep(await startPages(serverUrl)).url
}).finally(progress.end)
stopOnRequest(async () => (await starting).stop())

try {
  const { result: address } = await starting
  console.log(
    '\n轻舟 runs from its sources: pages update in place, the server restarts on a change.\n',
  )
  console.log(`  At a computer   ${address}/desk/`)
  console.log(`  For staff       ${address}/console/`)
  console.log(`  On a phone      ${address}/`)
  console.log('  Stop            Ctrl-C\n')
  process.send?.({ address })
} catch (error) {
  explain(error)
  process.exit(1)
}

/** `node --watch` restarts the server when an imported file changes. */
async function startWatchedServer(url: string, environment: NodeJS.ProcessEnv): Promise<Part> {
  const { port, hostname } = new URL(url)
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(root, 'apps/desk-api/src/main.ts')],
    {
      // Outside the terminal's process group: Ctrl-C reaches it through `stop`, while the database
      // still runs.
      detached: true,
      env: { ...environment, PORT: port, HOST: hostname, PUBLIC_URL: undefined },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const exit = once(child, 'exit')
  await untilReady(url, child)
  return {
    async stop() {
      // Stop both watcher and server: the watcher alone would wait for the next change.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
      await exit
    },
  }
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  while (server.exitCode === null && performance.now() < deadline) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await sleep(200)
  }
  throw new Error(`server: not ready at ${url}/readyz after ${READY_WITHIN_MS / 1000} s`)
}

/**
 * Serves the web apps from their sources at one address; everything else is proxied to the server.
 */
async function startPages(server: string): Promise<Part & { readonly url: string }> {
  const http = createServer()
  const paths = [...callPrefixes(), ...SERVER_PREFIXES]
  // Keep the browser's Host header: the server compares it with the page's origin.
  const proxy = Object.fromEntries(
    paths.map((path) => [path, { target: server, changeOrigin: false }]),
  )
  const web = await viteFor('web', http, { plugins: [developmentConfig], proxy })
  const desk = await viteFor('desk', http, { plugins: [], proxy })
  const staff = await viteFor('console', http, { plugins: [developmentConfig], proxy })
  http.on('request', (request, response) => {
    const path = request.url ?? ''
    const app = path.startsWith('/desk') ? desk : path.startsWith('/console/') ? staff : web
    app.middlewares(request, response)
  })
  http.listen({ host: settings.HOST, port: Number(settings.PORT) })
  await once(http, 'listening')
  const stop = async () => {
    await Promise.all([web.close(), desk.close(), staff.close()])
    http.close()
    http.closeAllConnections()
  }
  return { url: `http://localhost:${settings.PORT}`, stop }
}

function viteFor(
  app: 'web' | 'desk' | 'console',
  http: Server,
  { plugins, proxy }: { plugins: Plugin[]; proxy: Record<string, ProxyOptions> },
) {
  const folder = join(root, 'apps', app)
  return createVite({
    root: folder,
    configFile: join(folder, 'vite.config.ts'),
    logLevel: 'warn',
    plugins,
    // Without a parent server, Vite would end the process on a signal before the other parts have
    // stopped.
    server: { middlewareMode: { server: http }, hmr: { server: http }, proxy },
  })
}

/**
 * The first segment of every call's path with a trailing slash: `/user/…` is a call, `/users.svg`
 * is not.
 */
function callPrefixes(): string[] {
  const paths = Object.values(allCalls).flatMap((named) =>
    Object.values(named).map(({ path }) => path),
  )
  return [...new Set([...paths, ...trackingPaths].map((path) => `/${path.split('/')[1]}/`))]
}
