import type { ScreensOf } from '#platform/screens.ts'

export const securityScreens = {
  security: async () => import('./security-screen.tsx'),
} satisfies ScreensOf<'security'>
