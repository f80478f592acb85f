import type { ScreensOf } from '#platform/screens.ts'

export const restructureScreens = {
  restructureSignIn: async () => import('./restructure-sign-in-screen.tsx'),
  chooseBills: async () => import('./choose-bills-screen.tsx'),
  allBills: async () => import('./all-bills-screen.tsx'),
  choosePlan: async () => import('./choose-plan-screen.tsx'),
  verifyPerson: async () => import('./verify-person-screen.tsx'),
  planContacts: async () => import('./plan-contacts-screen.tsx'),
  planCard: async () => import('./plan-card-screen.tsx'),
  planFace: async () => import('./plan-face-screen.tsx'),
  planFacePassed: async () => import('./plan-face-passed-screen.tsx'),
  planFaceFailed: async () => import('./plan-face-failed-screen.tsx'),
  signPlan: async () => import('./sign-plan-screen.tsx'),
  planSigned: async () => import('./plan-signed-screen.tsx'),
  signedPlan: async () => import('./signed-plan-screen.tsx'),
  signedPlans: async () => import('./signed-plans-screen.tsx'),
  repayPlan: async () => import('./repay-plan-screen.tsx'),
  uploadDocuments: async () => import('./upload-documents-screen.tsx'),
  documents: async () => import('./documents-screen.tsx'),
  chooseSecondPlan: async () => import('./choose-second-plan-screen.tsx'),
  signSecondPlan: async () => import('./sign-second-plan-screen.tsx'),
  secondPlan: async () => import('./second-plan-screen.tsx'),
} satisfies ScreensOf<'restructure'>
