import type { ScreensOf } from '#platform/screens.ts'

export const staffScreens = {
  staffHome: async () => import('./staff-home-screen.tsx'),
  nameList: async () => import('./name-list-screen.tsx'),
  addName: async () => import('./add-name-screen.tsx'),
  staffProofs: async () => import('./staff-proofs-screen.tsx'),
  reviewProof: async () => import('./review-proof-screen.tsx'),
  handleLoans: async () => import('./handle-loans-screen.tsx'),
} satisfies ScreensOf<'staff'>
