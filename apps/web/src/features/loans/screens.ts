import { screenIn, type ScreensOf } from '#platform/navigation/screens.ts'

export const loansScreens = {
  confirmLoan: async () => import('./confirm-loan-screen.tsx'),
  borrow: async () => import('./borrow-screen.tsx'),
  chooseCoupon: async () => import('./choose-coupon-screen.tsx'),
  myCoupons: screenIn(() => import('./choose-coupon-screen.tsx'), 'MyCouponsScreen'),
  loanAgreements: async () => import('./loan-agreements-screen.tsx'),
  loanResult: async () => import('./loan-result-screen.tsx'),
} satisfies ScreensOf<'loans'>
