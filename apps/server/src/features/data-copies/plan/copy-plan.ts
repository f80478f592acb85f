import type { CopyPlan } from './copy-rule.ts'
import { creditPlan } from './credit.ts'
import { documentsPlan } from './documents.ts'
import { loansPlan } from './loans.ts'
import { personPlan } from './person.ts'

/**
 * What a copy of personal data has of every table that is about a customer. A test compares it with
 * the database: a new column is in the copy, or left out for a reason.
 */
export const copyPlan: CopyPlan = { ...personPlan, ...creditPlan, ...loansPlan, ...documentsPlan }

/** How many tables a copy reads. */
export const tablesInCopy = Object.values(copyPlan).filter((rule) => 'part' in rule).length
