import { devices } from '@playwright/test'

/** A phone with one pixel per CSS pixel: what it renders is laid out alike and costs a seventh of the time. */
export const phone = { ...devices['Pixel 7'], deviceScaleFactor: 1 }
