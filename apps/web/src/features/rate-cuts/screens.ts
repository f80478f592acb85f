import type { ScreensOf } from '#platform/navigation/screens.ts'

export const rateCutsScreens = {
  rateCutSignIn: async () => import('./rate-cut-sign-in-screen.tsx'),
  rateCuts: async () => import('./rate-cuts-screen.tsx'),
  rateCut: async () => import('./rate-cut-screen.tsx'),
} satisfies ScreensOf<'rate-cuts'>
