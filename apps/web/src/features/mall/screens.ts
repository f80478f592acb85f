import type { ScreensOf } from '#platform/navigation/screens.ts'

export const mallScreens = {
  mall: async () => import('./mall-screen.tsx'),
  mallOrders: async () => import('./mall-orders-screen.tsx'),
} satisfies ScreensOf<'mall'>
