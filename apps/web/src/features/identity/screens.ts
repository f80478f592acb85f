import { screenIn, type ScreensOf } from '#platform/navigation/screens.ts'

export const identityScreens = {
  idCard: async () => import('./id-card-screen.tsx'),
  faceByChannel: screenIn(() => import('./face-in-page-screen.tsx'), 'FaceByChannelScreen'),
  faceInPage: async () => import('./face-in-page-screen.tsx'),
  facePassed: screenIn(() => import('./face-results.tsx'), 'FacePassedScreen'),
  faceFailed: screenIn(() => import('./face-results.tsx'), 'FaceFailedScreen'),
  facePassedInPage: screenIn(() => import('./face-results.tsx'), 'FacePassedInPageScreen'),
  faceFailedInPage: screenIn(() => import('./face-results.tsx'), 'FaceFailedInPageScreen'),
  faceInReview: screenIn(() => import('./face-results.tsx'), 'FaceInReviewScreen'),
  faceUnsupported: async () => import('./face-unsupported-screen.tsx'),
  faceForLoan: async () => import('./face-for-loan-screen.tsx'),
} satisfies ScreensOf<'identity'>
