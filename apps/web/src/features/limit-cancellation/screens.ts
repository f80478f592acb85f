import type { ScreensOf } from '#platform/navigation/screens.ts'

export const limitCancellationScreens = {
  cancelSignIn: async () => import('./cancel-sign-in-screen.tsx'),
  cancellableLimits: async () => import('./cancellable-limits-screen.tsx'),
  cancelReason: async () => import('./cancel-reason-screen.tsx'),
  cancelNotice: async () => import('./cancel-notice-screen.tsx'),
} satisfies ScreensOf<'limit-cancellation'>
