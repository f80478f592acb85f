import type { ScreensOf } from '#platform/navigation/screens.ts'

export const settlementScreens = {
  settlementSignIn: async () => import('./settlement-sign-in-screen.tsx'),
  chooseCertificate: async () => import('./choose-certificate-screen.tsx'),
  chooseSettledLoans: async () => import('./choose-settled-loans-screen.tsx'),
  creditStatement: async () => import('./credit-statement-screen.tsx'),
  sendCertificate: async () => import('./send-certificate-screen.tsx'),
} satisfies ScreensOf<'settlement'>
