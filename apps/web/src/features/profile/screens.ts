import type { ScreensOf } from '#platform/navigation/screens.ts'

export const profileScreens = {
  profileSignIn: async () => import('./profile-sign-in-screen.tsx'),
  updateReason: async () => import('./update-reason-screen.tsx'),
  personalInfo: async () => import('./personal-info-screen.tsx'),
  newPhone: async () => import('./new-phone-screen.tsx'),
  verifyPhone: async () => import('./verify-phone-screen.tsx'),
} satisfies ScreensOf<'profile'>
