import type { ScreensOf } from '#platform/navigation/screens.ts'

export const loansScreens = {
  confirmLoan: async () => import('./confirm-loan-screen.tsx'),
  borrow: async () => import('./borrow-screen.tsx'),
  chooseCoupon: async () => import('./choose-coupon-screen.tsx'),
  myCoupons: async () => import('./my-coupons-screen.tsx'),
  loanAgreements: async () => import('./loan-agreements-screen.tsx'),
  loanResult: async () => import('./loan-result-screen.tsx'),
} satisfies ScreensOf<'loans'>
