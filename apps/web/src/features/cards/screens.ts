import type { ScreensOf } from '#platform/navigation/screens.ts'

export const cardsScreens = {
  bindCard: async () => import('./bind-card-screen.tsx'),
  bindCardForCredit: async () => import('./bind-card-for-credit-screen.tsx'),
  myCards: async () => import('./my-cards-screen.tsx'),
  supportedBanks: async () => import('./supported-banks-screen.tsx'),
} satisfies ScreensOf<'cards'>
