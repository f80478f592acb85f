import type { ScreensOf } from '#platform/navigation/screens.ts'

export const agreementsScreens = {
  readAgreement: async () => import('./read-agreement-screen.tsx'),
  readAgreementBare: async () => import('./read-agreement-bare-screen.tsx'),
  agreementsOfLoan: async () => import('./agreements-of-loan-screen.tsx'),
  pdf: async () => import('./pdf-screen.tsx'),
  agreementSignIn: async () => import('./agreement-sign-in-screen.tsx'),
  signedAgreements: async () => import('./signed-agreements-screen.tsx'),
  signedAgreement: async () => import('./signed-agreement-screen.tsx'),
} satisfies ScreensOf<'agreements'>
