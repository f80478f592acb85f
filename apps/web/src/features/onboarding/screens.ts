import { screenIn, type ScreensOf } from '#platform/navigation/screens.ts'

export const onboardingScreens = {
  landing: () => import('./landing-screen.tsx'),
  repayLanding: () => import('./repay-landing-screen.tsx'),
  bankPartnerLanding: () => import('./bank-partner-landing-screen.tsx'),
  unionPayLanding: screenIn(() => import('./repay-landing-screen.tsx'), 'UnionPayLandingScreen'),
  register: () => import('./register-screen.tsx'),
  registerInWallet: () => import('./register-in-wallet-screen.tsx'),
  followAccount: () => import('./follow-account-screen.tsx'),
  welcomeBack: () => import('./welcome-back-screen.tsx'),
  channelSignIn: () => import('./channel-sign-in-screen.tsx'),
  openMiniProgram: () => import('./open-mini-program-screen.tsx'),
} satisfies ScreensOf<'onboarding'>
