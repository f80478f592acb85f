import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { devices, type Browser, type Page } from '@playwright/test'
import { countRequests, type PageLoad } from './web-build.ts'

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

/** A browser that has not been here before. */
export type Visit = { readonly page: Page; readonly slowDown: (page: Page) => Promise<PageLoad> }

export async function onSlowPhone<Result>(
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

/** Requests that ran at the same time: none waited for the answer to another. */
export type Stage = { readonly sentBytes: number; readonly receivedBytes: number }

type Sent = { startedAt: number; endedAt: number; sentBytes: number; receivedBytes: number }

/** Starts a recording; its end returns the answered requests in the order in which they waited. */
export async function recordRequests(page: Page): Promise<() => () => Stage[]> {
  const session = await page.context().newCDPSession(page)
  let all = new Map<string, Sent>()
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
    const sentBytes = Buffer.byteLength(request.postData ?? '')
    all.set(requestId, { startedAt: timestamp, endedAt: Infinity, sentBytes, receivedBytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const sent = all.get(requestId)
    if (sent) Object.assign(sent, { endedAt: timestamp, receivedBytes: encodedDataLength })
  })
  await session.send('Network.enable')
  return () => {
    const recorded = (all = new Map())
    return () => stagesOf([...recorded.values()].filter(({ endedAt }) => endedAt < Infinity))
  }
}

function stagesOf(requests: readonly Sent[]): Stage[] {
  const stages: (Stage & { endsAt: number })[] = []
  for (const { startedAt, endedAt, sentBytes, receivedBytes } of requests) {
    const last = stages.at(-1)
    if (!last || startedAt >= last.endsAt) {
      stages.push({ sentBytes, receivedBytes, endsAt: endedAt })
      continue
    }
    stages[stages.length - 1] = {
      sentBytes: last.sentBytes + sentBytes,
      receivedBytes: last.receivedBytes + receivedBytes,
      endsAt: Math.min(last.endsAt, endedAt),
    }
  }
  return stages
}

/** How long the network alone takes: as many incompressible bytes in as many round trips. */
export async function fetchStages(browser: Browser, stages: readonly Stage[]): Promise<number> {
  const server = createServer((request, response) => {
    const wanted = new URL(request.url ?? '/', 'http://localhost').searchParams.get('bytes')
    request.resume().on('end', () => {
      if (wanted !== null) response.end(randomBytes(Number(wanted)))
      else response.setHeader('content-type', 'text/html').end('<!doctype html><title>.</title>')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo
  try {
    return await onSlowPhone(browser, async ({ page, slowDown }) => {
      await slowDown(page)
      await page.goto(`http://127.0.0.1:${port}/`)
      return page.evaluate(async (wanted) => {
        const started = performance.now()
        for (const { sentBytes, receivedBytes } of wanted) {
          const body = 'x'.repeat(sentBytes)
          await (await fetch(`/?bytes=${receivedBytes}`, { method: 'POST', body })).arrayBuffer()
        }
        return performance.now() - started
      }, stages)
    })
  } finally {
    server.close()
  }
}
