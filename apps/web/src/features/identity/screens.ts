import type { ScreensOf } from '#platform/navigation/screens.ts'

export const identityScreens = {
  idCard: async () => import('./id-card-screen.tsx'),
  faceByChannel: async () => import('./face-by-channel-screen.tsx'),
  faceInPage: async () => import('./face-in-page-screen.tsx'),
  facePassed: async () => import('./face-passed-screen.tsx'),
  faceFailed: async () => import('./face-failed-screen.tsx'),
  facePassedInPage: async () => import('./face-passed-in-page-screen.tsx'),
  faceFailedInPage: async () => import('./face-failed-in-page-screen.tsx'),
  faceUnsupported: async () => import('./face-unsupported-screen.tsx'),
  faceForLoan: async () => import('./face-for-loan-screen.tsx'),
} satisfies ScreensOf<'identity'>
