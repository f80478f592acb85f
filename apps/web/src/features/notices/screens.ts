import { screenIn, type ScreensOf } from '#platform/navigation/screens.ts'

export const noticesScreens = {
  somethingWrong: () => import('./something-wrong-screen.tsx'),
  badLink: () => import('./bad-link-screen.tsx'),
  badBankPartnerLink: screenIn(() => import('./bad-link-screen.tsx'), 'BadBankPartnerLinkScreen'),
  notice: () => import('./notice-screen.tsx'),
  riskRefused: screenIn(() => import('./notice-screen.tsx'), 'RiskRefusedScreen'),
  servicePage: () => import('./service-page-screen.tsx'),
} satisfies ScreensOf<'notices'>
