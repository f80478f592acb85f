import type { ScreensOf } from '#platform/navigation/screens.ts'

export const proofsScreens = {
  proofsDue: async () => import('./evidence-due-screen.tsx'),
  proofs: async () => import('./evidence-list-screen.tsx'),
  uploadProof: async () => import('./upload-evidence-screen.tsx'),
  proof: async () => import('./evidence-screen.tsx'),
} satisfies ScreensOf<'proofs'>
