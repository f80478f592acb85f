import type { ScreensOf } from '#platform/navigation/screens.ts'

export const dataCopiesScreens = {
  dataCopies: async () => import('./data-copies-screen.tsx'),
} satisfies ScreensOf<'data-copies'>
