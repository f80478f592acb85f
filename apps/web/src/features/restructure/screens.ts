import { screenIn, type ScreensOf } from '#platform/navigation/screens.ts'

export const restructureScreens = {
  restructureSignIn: async () => import('./restructure-sign-in-screen.tsx'),
  chooseBills: async () => import('./choose/choose-bills-screen.tsx'),
  allBills: async () => import('./choose/all-bills-screen.tsx'),
  choosePlan: async () => import('./choose/choose-plan-screen.tsx'),
  verifyPerson: async () => import('./sign/verify-person-screen.tsx'),
  planContacts: async () => import('./sign/plan-contacts-screen.tsx'),
  planCard: async () => import('./sign/plan-card-screen.tsx'),
  planFace: async () => import('./sign/plan-face-screen.tsx'),
  planFacePassed: screenIn(() => import('./sign/plan-face-screen.tsx'), 'PlanFacePassedScreen'),
  planFaceFailed: screenIn(() => import('./sign/plan-face-screen.tsx'), 'PlanFaceFailedScreen'),
  signPlan: async () => import('./sign/sign-plan-screen.tsx'),
  planSigned: async () => import('./sign/plan-signed-screen.tsx'),
  signedPlan: async () => import('./signed/signed-plan-screen.tsx'),
  signedPlans: async () => import('./signed/signed-plans-screen.tsx'),
  repayPlan: async () => import('./signed/repay-plan-screen.tsx'),
  uploadDocuments: async () => import('./documents/upload-documents-screen.tsx'),
  documents: async () => import('./documents/documents-screen.tsx'),
  chooseSecondPlan: async () => import('./bill-conversion/choose-conversion-screen.tsx'),
  signSecondPlan: async () => import('./bill-conversion/sign-conversion-screen.tsx'),
  convertedPlan: screenIn(() => import('./signed/signed-plan-screen.tsx'), 'ConvertedPlanScreen'),
} satisfies ScreensOf<'restructure'>
