import type { ScreensOf } from '#platform/navigation/screens.ts'

export const waiverScreens = {
  findWaiver: async () => import('./find-waiver-screen.tsx'),
  payWaiver: async () => import('./pay-waiver-screen.tsx'),
} satisfies ScreensOf<'waiver'>
