import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

import { installedChromium } from '../tools/product/chromium.ts'
import { browserEnvironment } from '../tools/product/fonts.ts'
import { compileCache } from '../tools/tests/test-cache.ts'
import { phone } from './devices/phone.ts'
import type { Options } from './product/product.ts'

Object.assign(process.env, compileCache)

const executablePath = installedChromium()
const { reducedMotion, ...device } = phone

/** Journeys that move the business date to or past a due date. */
const later = [
  'repayment/*.spec.ts',
  'tour.spec.ts',
  'console/kinds.spec.ts',
  'console/disputes.spec.ts',
]
const everyRow = 'every-row.spec.ts'
/** Journeys on a server with the default form of request bodies. */
const inBlocks = ['access/*.spec.ts', 'smoke.spec.ts']
const session = { bodyForm: 'session' } as const

export default defineConfig<object, Options>({
  testDir: '.',
  // Projects share no worker and so no product: each has its own business date and people.
  projects: [
    // The longest first, so that nothing long is left for the end.
    { name: 'everyRow', testMatch: everyRow, use: session },
    { name: 'later', testMatch: later, use: session },
    { name: 'inBlocks', testMatch: inBlocks },
    {
      name: 'today',
      testMatch: '*.spec.ts',
      testIgnore: [everyRow, ...later, ...inBlocks],
      use: session,
    },
  ],
  globalSetup: '../tools/tests/e2e-setup.ts',
  outputDir: join(tmpdir(), 'qingzhou-e2e'),
  // A journey waits more than it works: for a bank, a page, the end of day. Each has a product of its own.
  workers: Math.min(2 * availableParallelism() + 1, 12),
  fullyParallel: true,
  // A busy machine slows the browser down; a test that needs the retry is reported.
  retries: 1,
  forbidOnly: true,
  // Recognising a card or a face takes several seconds where five journeys share two cores.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    ...device,
    // A worker would hide requests from the tests that answer them; one test allows it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion },
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
      env: browserEnvironment(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
      ],
    },
  },
})
