import { screenIn, type ScreensOf } from '#platform/navigation/screens.ts'

export const agreementsScreens = {
  readAgreement: screenIn(() => import('./reader.tsx'), 'ReadAgreementScreen'),
  readAgreementBare: screenIn(() => import('./reader.tsx'), 'ReadAgreementBareScreen'),
  agreementsOfLoan: async () => import('./agreements-of-loan-screen.tsx'),
  pdf: async () => import('./pdf-screen.tsx'),
  agreementSignIn: async () => import('./agreement-sign-in-screen.tsx'),
  signedAgreements: async () => import('./signed-agreements-screen.tsx'),
  signedAgreement: async () => import('./signed-agreement-screen.tsx'),
} satisfies ScreensOf<'agreements'>
