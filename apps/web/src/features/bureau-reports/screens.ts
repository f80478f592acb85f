import type { ScreensOf } from '#platform/navigation/screens.ts'

export const bureauReportsScreens = {
  bureauReports: async () => import('./bureau-reports-screen.tsx'),
  bureauReport: async () => import('./bureau-report-screen.tsx'),
} satisfies ScreensOf<'bureau-reports'>
