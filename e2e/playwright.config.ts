import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineConfig, devices } from '@playwright/test'

import { installedChromium } from '../tools/chromium.ts'

const executablePath = installedChromium()

/** Journeys of borrowers whom a due date finds without money. */
const inTrouble = [
  'delay.spec.ts',
  'relief.spec.ts',
  'restructure.spec.ts',
  'second-instalment.spec.ts',
  'waiver.spec.ts',
]

export default defineConfig({
  testDir: '.',
  // The books' date is everybody's: what moves it comes after all that count on today's.
  projects: [
    { name: 'today', testMatch: '*.spec.ts', testIgnore: ['repay.spec.ts', ...inTrouble] },
    { name: 'later', testMatch: 'repay.spec.ts', dependencies: ['today'] },
    // One at a time: each moves the date by as much as it takes to be due, or late.
    { name: 'muchLater', testMatch: inTrouble, dependencies: ['later'], workers: 1 },
  ],
  // Starts the whole product once, on an empty database, and puts its address into BASE_URL.
  globalSetup: '../tools/e2e-setup.ts',
  outputDir: join(tmpdir(), 'qingzhou-e2e'),
  workers: 2,
  fullyParallel: true,
  // A machine that is busy with something else makes a browser late; what needs it is named.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    ...(process.env['BASE_URL'] && { baseURL: process.env['BASE_URL'] }),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
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
