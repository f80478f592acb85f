import { defineConfig } from '@playwright/test'

import journeys from '../playwright.config.ts'

const { projects: _, ...alike } = journeys

/** A separate run that takes pictures and tests nothing; the journeys do not include it. */
export default defineConfig({
  ...alike,
  testDir: '.',
  testMatch: 'walk.ts',
  globalSetup: '../../tools/tests/e2e-setup.ts',
  // One product for all, as its business date moves.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  timeout: 240_000,
  use: { ...alike.use, deviceScaleFactor: 1, screenshot: 'off', actionTimeout: 30_000 },
})
