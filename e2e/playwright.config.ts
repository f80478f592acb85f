import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineConfig, devices } from '@playwright/test'

import { installedChromium } from '../tools/chromium.ts'

const executablePath = installedChromium()

export default defineConfig({
  testDir: '.',
  // The books' date is everybody's: what moves it comes after all that count on today's.
  projects: [
    { name: 'today', testMatch: '*.spec.ts', testIgnore: 'repay.spec.ts' },
    { name: 'later', testMatch: 'repay.spec.ts', dependencies: ['today'] },
  ],
  // Starts the whole product once, on an empty database, and puts its address into BASE_URL.
  globalSetup: '../tools/e2e-setup.ts',
  outputDir: join(tmpdir(), 'qingzhou-e2e'),
  workers: 2,
  fullyParallel: true,
  retries: 0,
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
