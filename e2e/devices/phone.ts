import { devices } from '@playwright/test'

/**
 * A phone with one pixel per CSS pixel: screens are laid out alike and rendered at a seventh of the cost. Nothing
 * moves on it, as spinners and skeletons would be drawn 60 times a second while a test waits.
 */
export const phone = {
  ...devices['Pixel 7'],
  deviceScaleFactor: 1,
  reducedMotion: 'reduce',
} as const
