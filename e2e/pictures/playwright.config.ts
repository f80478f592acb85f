import { defineConfig } from '@playwright/test'

import journeys from '../playwright.config.ts'

const { projects: _, ...alike } = journeys

/** A walk of its own, which the journeys do not find: it proves nothing, and leaves pictures. */
export default defineConfig({
  ...alike,
  testDir: '.',
  testMatch: 'walk.ts',
  globalSetup: '../../tools/e2e-setup.ts',
  // One product for all, as the days pass for everybody in it.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 240_000,
  use: { ...alike.use, deviceScaleFactor: 1, screenshot: 'off', actionTimeout: 30_000 },
})
