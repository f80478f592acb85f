import type { ScreensOf } from '#platform/screens.ts'

export const settlementScreens = {
  settlementSignIn: async () => import('./settlement-sign-in-screen.tsx'),
  chooseProof: async () => import('./choose-proof-screen.tsx'),
  chooseSettledLoans: async () => import('./choose-settled-loans-screen.tsx'),
  creditStatement: async () => import('./credit-statement-screen.tsx'),
  sendProof: async () => import('./send-proof-screen.tsx'),
} satisfies ScreensOf<'settlement'>
