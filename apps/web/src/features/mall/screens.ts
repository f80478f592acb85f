import type { ScreensOf } from '#platform/screens.ts'

export const mallScreens = {
  mall: async () => import('./mall-screen.tsx'),
  mallOrders: async () => import('./mall-orders-screen.tsx'),
} satisfies ScreensOf<'mall'>
