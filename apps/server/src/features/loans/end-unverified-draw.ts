import { product } from '@qingzhou/domain/product'
import { minutesAfter } from '#platform/clock.ts'
import type { Services } from '#platform/services.ts'
import { endVerification } from './end-verification.ts'
import type { LoanApplication, LoanKey } from './loan-application-store.ts'

export const UNVERIFIED = '超时未完成验证，借款已取消'

/** A draw is not kept open for ever: what it holds is the borrower's to use. */
export async function endUnverifiedDraw(services: Services, key: LoanKey): Promise<void> {
  await services.database.inTransaction(async (tx) =>
    endVerification(tx, services, { ...key, reason: UNVERIFIED }),
  )
}

export function isVerifiedTooLate({ appliedAt }: LoanApplication, now: Date): boolean {
  return minutesAfter(appliedAt, product.verification.minutes) <= now
}
