import { chromium, devices, type Browser, type CDPSession, type Page } from '@playwright/test'
import { ensureChromium } from '@qingzhou/tools/product/chromium.ts'
import { browserEnvironment } from '@qingzhou/tools/product/fonts.ts'

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

export const phone = { ...devices['Pixel 7'], locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }

export async function withBrowser<Result>(
  say: (line: string) => void,
  work: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(say),
    env: browserEnvironment(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** From now on the page is as slow as on that phone. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/** A browser that has not been here before. */
export async function onPhone<Result>(
  browser: Browser,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(phone)
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}
