import type { ScreensOf } from '#platform/navigation/screens.ts'

export const downloadsScreens = {
  downloadAfterFailure: () => import('./download-after-failure-screen.tsx'),
  download1: () => import('./download1-screen.tsx'),
  download2: () => import('./download2-screen.tsx'),
  download3: () => import('./download3-screen.tsx'),
  download4: () => import('./download4-screen.tsx'),
  download5thYear: () => import('./download-5th-year-screen.tsx'),
} satisfies ScreensOf<'downloads'>
