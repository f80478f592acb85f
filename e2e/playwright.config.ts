import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

import { installedChromium } from '../tools/chromium.ts'
import { phone } from './devices/phone.ts'

const executablePath = installedChromium()
const { reducedMotion, ...device } = phone

/** Journeys that move the books on: to a due date, or past it. */
const later = ['repayment/*.spec.ts', 'tour.spec.ts']
const everyRow = 'every-row.spec.ts'

export default defineConfig({
  testDir: '.',
  // No two projects share a worker, and so a product: the books' date and the people are each one's own.
  projects: [
    // The longest first, so that nothing long is left for the end.
    { name: 'everyRow', testMatch: everyRow },
    { name: 'later', testMatch: later },
    { name: 'today', testMatch: '*.spec.ts', testIgnore: [everyRow, ...later] },
  ],
  globalSetup: '../tools/e2e-setup.ts',
  outputDir: join(tmpdir(), 'qingzhou-e2e'),
  // A journey waits more than it works: for a code, a bank, the night. Four keep two cores busy.
  workers: 4,
  fullyParallel: true,
  // A machine that is busy with something else makes a browser late; what needs it is named.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...device,
    contextOptions: { reducedMotion },
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Where a machine says nothing of its letters, a browser saves no file under a Chinese name.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
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
