import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { chromium, devices, type Browser, type CDPSession, type Page } from '@playwright/test'

import { ensureChromium } from '../product/chromium.ts'
import { withProduct } from './sealed-calls.ts'
import type { Row } from './row.ts'

/**
 * A low-end phone on a slow network: 150 ms round trip, 1.6 Mbit/s down, a quarter of this
 * processor.
 */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
}
const CPU_SLOWDOWN = 4
const ROUNDS = 3

/** The time until the first form is usable, beside the time to fetch the same bytes alone. */
export async function benchFirstRoute(say: (line: string) => void): Promise<Row[]> {
  const executablePath = await ensureChromium(say)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    return await withProduct(async (address) => {
      const loads: Load[] = []
      for (let round = 0; round < ROUNDS; round += 1)
        loads.push(await loadLanding(browser, address))
      const { bytes, scriptBytes, requests } = loads[0] ?? { bytes: 0, scriptBytes: 0, requests: 0 }
      const usable = median(loads.map(({ usableMs }) => usableMs))
      const alone = await fetchAlone(browser, bytes)
      return [
        { what: 'first route, kB over the wire', value: (bytes / 1000).toFixed(1) },
        { what: 'of that script (brotli), kB', value: (scriptBytes / 1000).toFixed(1) },
        { what: 'requests until the form can be used', value: String(requests) },
        {
          what: 'slow phone: form can be used, ms',
          value: usable.toFixed(0),
          beside: `${(usable / alone).toFixed(2)} × fetching those bytes in one file (${alone.toFixed(0)} ms)`,
        },
      ]
    })
  } finally {
    await browser.close()
  }
}

type Load = { bytes: number; scriptBytes: number; requests: number; usableMs: number }

async function loadLanding(browser: Browser, address: string): Promise<Load> {
  return onSlowPhone(browser, async (page, session) => {
    const load: Load = { bytes: 0, scriptBytes: 0, requests: 0, usableMs: 0 }
    const scripts = new Set<string>()
    session.on('Network.responseReceived', ({ requestId, type }) => {
      load.requests += 1
      if (type === 'Script') scripts.add(requestId)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      load.bytes += encodedDataLength
      if (scripts.has(requestId)) load.scriptBytes += encodedDataLength
    })
    const started = performance.now()
    await page.goto(new URL('/#/landChannel', address).href, { waitUntil: 'commit' })
    await page.getByRole('button', { name: '登录并查看额度' }).waitFor()
    await page.getByRole('textbox', { name: '手机号' }).fill('1')
    load.usableMs = performance.now() - started
    return load
  })
}

/** The lower bound: the same number of incompressible bytes in one response, on the same phone. */
async function fetchAlone(browser: Browser, bytes: number): Promise<number> {
  const server = createServer((request, response) => {
    if (request.url === '/bytes') response.end(randomBytes(bytes))
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>.</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(
      await onSlowPhone(browser, async (page) => {
        const started = performance.now()
        await page.goto(`http://127.0.0.1:${port}/`)
        await page.evaluate(async () => (await fetch('/bytes')).arrayBuffer().then(() => undefined))
        return performance.now() - started
      }),
    )
  }
  server.close()
  return median(times)
}

async function onSlowPhone<Result>(
  browser: Browser,
  work: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'zh-CN' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  try {
    return await work(page, session)
  } finally {
    await context.close()
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
