import type { ScreensOf } from '#platform/navigation/screens.ts'

export const accountScreens = {
  mine: async () => import('./mine-screen.tsx'),
  messages: async () => import('./messages-screen.tsx'),
  settings: async () => import('./settings-screen.tsx'),
} satisfies ScreensOf<'account'>
