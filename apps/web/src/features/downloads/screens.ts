import { screenIn, type ScreensOf } from '#platform/navigation/screens.ts'

export const downloadsScreens = {
  downloadAfterFailure: screenIn(() => import('./download-page.tsx'), 'DownloadAfterFailureScreen'),
  download1: screenIn(() => import('./download-page.tsx'), 'Download1Screen'),
  download2: screenIn(() => import('./download-page.tsx'), 'Download2Screen'),
  download3: screenIn(() => import('./download-page.tsx'), 'Download3Screen'),
  download4: screenIn(() => import('./download-page.tsx'), 'Download4Screen'),
  download5thYear: screenIn(() => import('./download-page.tsx'), 'Download5thYearScreen'),
} satisfies ScreensOf<'downloads'>
