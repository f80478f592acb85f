import type { ScreensOf } from '#platform/screens.ts'

export const proofsScreens = {
  proofsDue: async () => import('./proofs-due-screen.tsx'),
  proofs: async () => import('./proofs-screen.tsx'),
  uploadProof: async () => import('./upload-proof-screen.tsx'),
  proof: async () => import('./proof-screen.tsx'),
} satisfies ScreensOf<'proofs'>
