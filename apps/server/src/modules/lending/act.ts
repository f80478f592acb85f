import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#customer-no.ts'
import type { Transaction } from '#database/database.ts'
import { writeAndCommit, type Statement } from '#database/statement.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { checkNumber } from './numbers.ts'
import { auditRow, claimRequest } from './request-store.ts'
import { fingerprintOf } from './request-json.ts'

/** Who asks, under which number of their own, and by whose hand. */
export type Act = {
  readonly customer: CustomerNo
  /** Asked twice with the same number, the first answer is given again. */
  readonly requestNo: string
  /** `customer`, `system`, or a member of staff, for the audit log. */
  readonly actor: string
}

/** What lending reaches for: its own database, and the clock for what is kept beside the books. */
export type Means = Pick<Services, 'database' | 'now'>

export type Decision<Answer> = { readonly answer: Answer; readonly writes: readonly Statement[] }

export type UseCase<Loaded, Answer> = {
  readonly name: string
  /** All that was asked: the same number with another body is refused. */
  readonly body: object
  readonly load: (tx: Transaction) => Promise<Loaded>
  readonly decide: (loaded: Loaded, today: LocalDate) => Decision<Answer>
}

/**
 * Does a use case once: load, decide, save, in one transaction that also keeps the answer and
 * leaves an audit row. A refusal rolls all of it back, the number included.
 */
export async function perform<Loaded, Answer extends object>(
  { database, now }: Means,
  act: Act,
  useCase: UseCase<Loaded, Answer>,
): Promise<Answer> {
  checkNumber(act.requestNo)
  const { name, body, load, decide } = useCase
  const fingerprint = fingerprintOf({ name, body })
  const request = { ...act, name, body, fingerprint, at: now() }

  return database.inTransaction(async (tx) => {
    const [claim, loaded] = await Promise.all([claimRequest(tx, request), load(tx)])
    if (claim.earlier) {
      if (!claim.earlier.fingerprint.equals(fingerprint))
        throw new Refused({ kind: 'number-taken' })
      // The fingerprint names the use case and its body, so this is the answer to this very question.
      return claim.earlier.answer as Answer
    }
    const { answer, writes } = decide(loaded, claim.businessDate)
    const audited = auditRow({ ...request, answer, businessDate: claim.businessDate })
    await writeAndCommit(tx, [...writes, audited])
    return answer
  })
}
