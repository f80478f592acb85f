import type { ScreensOf } from '#platform/navigation/screens.ts'

export const noticesScreens = {
  somethingWrong: () => import('./something-wrong-screen.tsx'),
  badLink: () => import('./bad-link-screen.tsx'),
  badBankPartnerLink: () => import('./bad-bank-partner-link-screen.tsx'),
  notice: () => import('./notice-screen.tsx'),
  riskRefused: () => import('./risk-refused-screen.tsx'),
  servicePage: () => import('./service-page-screen.tsx'),
} satisfies ScreensOf<'notices'>
