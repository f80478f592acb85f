import { matchesGlob } from 'node:path'

/**
 * What `npm run test:full` runs after `npm test`: faults in all combinations, recognition of many
 * pictures, several processes, whole years, every screen in every app. Without these, `npm test`
 * still covers every rule and every call, and has a journey per capability.
 */
const FULL = [
  'packages/recognition/src/**',
  'packages/providers/src/ocr/**',
  'packages/providers/src/**/*{faults,answers,contract}.test.ts',
  'apps/sandbox/src/{people,checks}/**',
  'apps/server/src/**/*{faults,fault-matrix,histories}.test.ts',
  'apps/server/src/features/{credit/journey,identity/face/compare-faces}.test.ts',
  'apps/server/src/features/cards/read-card-number.test.ts',
  'apps/server/src/features/loans/quote/same-plan.test.ts',
  'apps/server/src/features/repayment/same-amounts.test.ts',
  'apps/server/src/http/callbacks/*.test.ts',
  'apps/server/src/http/operations/storage.test.ts',
  'packages/lending/src/histories.test.ts',
  'packages/lending/src/end-of-day/killed.test.ts',
  'qa/**',
  'apps/desk-api/src/{business-date,prepare}.test.ts',
  'tools/{backup,campaigns,check-settings,customer,product,providers,sandboxes,staff,tasks}/**',
  'tools/start.test.ts',
  'e2e/access/{security,silent-sign-in}.spec.ts',
  'e2e/channels/{brand,other-apps}.spec.ts',
  'e2e/console/kinds.spec.ts',
  'e2e/credit/{application-outcomes,face}.spec.ts',
  'e2e/repayment/{expired-card,orders,plan-default,waiver-lapse,wallet-debit}.spec.ts',
  'e2e/screens/{desk,every-row,failures,far-screens,keep-alive,smoke,tour}.spec.ts',
  'e2e/staff/{staff-access,staff-second-factor}.spec.ts',
]

/** What `npm run test:full` also runs with `DATABASE_PIPELINE=off`: what a statement by itself could break. */
const PLAIN = [
  'packages/platform/src/database/{*,pipeline/*}.test.ts',
  'packages/lending/src/**/*.test.ts',
  'apps/server/src/http/{limits,sessions}/*.test.ts',
  'apps/server/src/features/{loans,repayment,restructure,end-of-day}/**/*.test.ts',
]

/** What `npm run test:full` runs once more with many random cases: `npm test` tries a few of each law. */
export const MANY_CASES = {
  files: [
    'packages/domain/src/laws.test.ts',
    'packages/domain/src/loans/plan.test.ts',
    'apps/server/src/features/staff/roster/import/import-names.test.ts',
  ],
  variables: { PROVE_RUNS: '20000' },
}

/** What names test files above: each has to exist. */
export const patternsOfTests = [...FULL, ...PLAIN, ...MANY_CASES.files]

export function runsPlain(path: string): boolean {
  return PLAIN.some((pattern) => matchesGlob(path, pattern))
}

export type Extent = 'core' | 'full'

export function extentOf(path: string): Extent {
  return FULL.some((pattern) => matchesGlob(path, pattern)) ? 'full' : 'core'
}
