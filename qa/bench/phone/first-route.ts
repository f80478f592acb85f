import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Browser, Page } from '@playwright/test'

import { build } from '@qingzhou/tools/develop/build.ts'
import type { Goal, Row } from '#bench/row.ts'
import { withProduct } from '#bench/sealed-calls.ts'
import {
  beyondLanding,
  countRequests,
  laterScreens,
  type PageLoad,
  webFiles,
  webLimits,
} from '#bench/web-build.ts'
import { onPhone, slowDown, withBrowser } from './slow-phone.ts'

const ROUNDS = 3

/**
 * What is loaded until the first form is usable, and the time that takes beside the time to fetch the
 * same bytes alone.
 */
export async function benchFirstRoute(say: (line: string) => void): Promise<Row[]> {
  // A start sends files uncompressed until they are compressed in the background.
  await build(say)
  return withBrowser(say, (browser) =>
    withProduct(async ({ address }) => {
      const landing = new URL('/#/landChannel', address).href
      const loads: Load[] = []
      for (let round = 0; round < ROUNDS; round += 1)
        loads.push(await onPhone(browser, (page) => loadLanding(page, landing)))
      const home = await onPhone(browser, (page) => loadLanding(page, address))
      const next = await onPhone(browser, async (page) => {
        await loadLanding(page, landing)
        return loadLanding(await page.context().newPage(), landing)
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
    }),
  )
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

async function loadLanding(page: Page, address: string): Promise<Load> {
  const load = await countSlowly(page)
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
      await onPhone(browser, async (page) => {
        await countSlowly(page)
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

async function countSlowly(page: Page): Promise<PageLoad> {
  const session = await page.context().newCDPSession(page)
  const load = await countRequests(session)
  await slowDown(session)
  return load
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
