import type { ScreensOf } from '#platform/navigation/screens.ts'

export const evidenceScreens = {
  evidenceDue: async () => import('./evidence-due-screen.tsx'),
  evidenceList: async () => import('./evidence-list-screen.tsx'),
  uploadEvidence: async () => import('./upload-evidence-screen.tsx'),
  evidence: async () => import('./evidence-screen.tsx'),
} satisfies ScreensOf<'evidence'>
