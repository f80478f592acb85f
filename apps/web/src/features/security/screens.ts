import type { ScreensOf } from '#platform/navigation/screens.ts'

export const securityScreens = {
  security: async () => import('./security-screen.tsx'),
} satisfies ScreensOf<'security'>
