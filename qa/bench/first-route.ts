import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { chromium, devices, type Browser, type Page } from '@playwright/test'

import { build } from '@qingzhou/tools/develop/build.ts'
import { ensureChromium } from '@qingzhou/tools/product/chromium.ts'
import { browserEnvironment } from '@qingzhou/tools/product/fonts.ts'
import {
  countRequests,
  type PageLoad,
  beyondLanding,
  laterScreens,
  webFiles,
  webLimits,
} from './web-build.ts'
import type { Goal, Row } from './row.ts'
import { withProduct } from './sealed-calls.ts'

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

/**
 * What is loaded until the first form is usable, and the time that takes beside the time to fetch the
 * same bytes alone.
 */
export async function benchFirstRoute(say: (line: string) => void): Promise<Row[]> {
  // A start sends files uncompressed until they are compressed in the background.
  await build(say)
  const executablePath = await ensureChromium(say)
  const browser = await chromium.launch({
    executablePath,
    env: browserEnvironment(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    return await withProduct(async ({ address }) => {
      const landing = new URL('/#/landChannel', address).href
      const loads: Load[] = []
      for (let round = 0; round < ROUNDS; round += 1)
        loads.push(await onSlowPhone(browser, (visit) => loadLanding(visit, landing)))
      const home = await onSlowPhone(browser, (visit) => loadLanding(visit, address))
      const next = await onSlowPhone(browser, async (visit) => {
        await loadLanding(visit, landing)
        return loadLanding({ ...visit, page: await visit.page.context().newPage() }, landing)
      })
      const { bytes, scriptBytes, requests } = loads[0] ?? home
      const usable = median(loads.map(({ usableMs }) => usableMs))
      const alone = await fetchAlone(browser, bytes)
      return [
        { what: 'first route, kB over the wire', value: inKb(bytes) },
        {
          what: 'of that script (brotli), kB',
          value: inKb(scriptBytes),
          goal: kbAtMost(scriptBytes, webLimits.firstScriptBytes),
        },
        atMost('requests until the form can be used', requests, webLimits.firstRequests),
        atMost('the same from the home address', home.requests, webLimits.firstRequests),
        atMost('requests on the second visit', next.requests, webLimits.nextRequests),
        {
          what: 'slow phone: phone number can be typed, ms',
          value: median(loads.map(({ typedMs }) => typedMs)).toFixed(0),
        },
        {
          what: 'slow phone: form can be used, ms',
          value: usable.toFixed(0),
          goal: { measured: usable, atMost: webLimits.usableMs },
        },
        {
          what: 'the same, × fetching those bytes in one file',
          value: (usable / alone).toFixed(2),
          beside: `${alone.toFixed(0)} ms in one file`,
          goal: { measured: usable / alone, atMost: webLimits.usableTimesFetching },
        },
        ...buildRows(),
      ]
    })
  } finally {
    await browser.close()
  }
}

function buildRows(): Row[] {
  const later = Object.entries(laterScreens).flatMap(([screen, chunk]) => {
    const { files, bytes } = beyondLanding(chunk)
    return [
      {
        what: `${screen}: kB of script beyond the landing page`,
        value: inKb(bytes),
        goal: kbAtMost(bytes, webLimits.laterBytes),
      },
      atMost(`${screen}: files beyond the landing page`, files, webLimits.laterFiles),
    ]
  })
  return [...later, atMost('files of the web build', webFiles().length, webLimits.files)]
}

function atMost(what: string, value: number, limit: number): Row {
  return { what, value: String(value), goal: { measured: value, atMost: limit } }
}

function kbAtMost(bytes: number, limit: number): Goal {
  return { measured: bytes / 1000, atMost: limit / 1000 }
}

function inKb(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

type Load = PageLoad & { readonly typedMs: number; readonly usableMs: number }

/** A browser that has not been here before. */
type Visit = { readonly page: Page; readonly slowDown: (page: Page) => Promise<PageLoad> }

async function loadLanding({ page, slowDown }: Visit, address: string): Promise<Load> {
  const load = await slowDown(page)
  const started = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  const phone = page.getByRole('textbox', { name: '手机号' })
  await phone.fill('1')
  const typedMs = performance.now() - started
  await page.locator('#root > .layout').waitFor()
  await phone.fill('13')
  return { ...load, typedMs, usableMs: performance.now() - started }
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
      await onSlowPhone(browser, async ({ page, slowDown }) => {
        await slowDown(page)
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
  work: (visit: Visit) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'zh-CN' })
  const slowDown = async (page: Page) => {
    const session = await context.newCDPSession(page)
    const load = await countRequests(session)
    await session.send('Network.emulateNetworkConditions', NETWORK)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    return load
  }
  try {
    return await work({ page: await context.newPage(), slowDown })
  } finally {
    await context.close()
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
