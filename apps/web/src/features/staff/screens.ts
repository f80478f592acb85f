import type { ScreensOf } from '#platform/navigation/screens.ts'

export const staffScreens = {
  staffHome: async () => import('./staff-home-screen.tsx'),
  nameList: async () => import('./roster/roster-screen.tsx'),
  addName: async () => import('./roster/add-entry-screen.tsx'),
  staffEvidence: async () => import('./review/evidence-screen.tsx'),
  reviewEvidence: async () => import('./review/review-screen.tsx'),
  handleLoans: async () => import('./review/evidence-list-screen.tsx'),
  changePassword: async () => import('./change-password-screen.tsx'),
} satisfies ScreensOf<'staff'>
