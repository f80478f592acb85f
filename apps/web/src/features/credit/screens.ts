import { screenIn, type ScreensOf } from '#platform/navigation/screens.ts'

export const creditScreens = {
  basicInfo: async () => import('./basic-info-screen.tsx'),
  companyInfo: async () => import('./company-info-screen.tsx'),
  confirmApplication: async () => import('./confirm-application-screen.tsx'),
  underReview: async () => import('./under-review-screen.tsx'),
  notGranted: async () => import('./not-granted-screen.tsx'),
  refused: screenIn(() => import('./not-granted-screen.tsx'), 'RefusedScreen'),
  limit: async () => import('./limit-screen.tsx'),
} satisfies ScreensOf<'credit'>
