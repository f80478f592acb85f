import type { BookAct } from '@qingzhou/domain/acts/book-acts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { releaseLimit } from '@qingzhou/domain/credit/limit'
import { fen } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { type Statement, writeAndCommit } from '@qingzhou/platform/database/pipeline/statement'
import { Refused, orRefuse } from '@qingzhou/platform/refused'
import type { PlatformServices } from '@qingzhou/platform/services'
import { auditRow, nextHead, lockBooks } from './books-store.ts'
import { type LimitRecord, updateLimit } from './limits/limit-store.ts'
import { checkNumber } from './numbers.ts'
import { canonicalJson, parseCanonicalJson } from '@qingzhou/platform/canonical-json'

/** The customer, the idempotency key and the actor of a use case. */
export type Act = {
  readonly customer: CustomerNo
  /** The idempotency key: a repeated request gets the first answer again. */
  readonly requestNo: string
  /** `customer`, `system` or a member of staff, for the audit log. */
  readonly actor: string
}

/** The dependencies of lending: the database, and the clock for timestamps. */
export type Deps = Pick<PlatformServices, 'database' | 'now'>

/** The business date and the customer's locked limit. A new customer has no limit. */
export type Books = { readonly today: LocalDate; readonly limit: LimitRecord | undefined }

export type Decision<Answer> = {
  readonly answer: Answer
  readonly writes: readonly Statement[]
  /** The change of the used limit. Negative when limit is released. */
  readonly use?: bigint
  /** The limit that the use case opens, or the new state of the existing one. */
  readonly opens?: LimitRecord
  readonly limitState?: LimitRecord['state']
  /** The new amount of the existing limit. */
  readonly granted?: LimitRecord['granted']
}

export type UseCase<Loaded, Answer> = {
  readonly name: BookAct
  /** The whole request: the same request number with another body is refused. */
  readonly body: object
  readonly load: (tx: Transaction) => Promise<Loaded>
  readonly decide: (loaded: Loaded, books: Books) => Decision<Answer>
}

/**
 * Runs a use case once: load, decide and save in one transaction, which also records the answer in
 * the audit log. The use cases of one customer run one after the other. A refusal writes nothing.
 */
export async function perform<Loaded, Answer extends object>(
  { database, now }: Deps,
  act: Act,
  { name, body, load, decide }: UseCase<Loaded, Answer>,
): Promise<Answer> {
  checkNumber(act.requestNo)
  const asked = canonicalJson(body)
  return database.inTransaction(async (tx) => {
    // Sent together. The loaded rows are read after the lock on the books.
    const [books, loaded] = await Promise.all([lockBooks(tx, act), load(tx)])
    const { today, earlier, head, limit } = books
    if (earlier) {
      const isSame = earlier.act === name && earlier.asked === asked
      if (!isSame) throw new Refused({ kind: 'number-taken' })
      // Use case and request are equal, so the recorded answer has this use case's type.
      return parseCanonicalJson(earlier.answer) as Answer
    }
    const decision = decide(loaded, { today, limit })
    const at = now()
    const entry = { ...act, name, asked, answer: canonicalJson(decision.answer), today, at }
    const after = nextHead(head, entry)
    await writeAndCommit(tx, [
      updateLimit({ ...act, ...limitAfter(decision, limit), head: after, at }),
      ...decision.writes,
      auditRow(entry, { before: head, after }),
    ])
    return decision.answer
  })
}

function limitAfter(
  { use = 0n, opens, limitState, granted }: Decision<object>,
  limit: Books['limit'],
) {
  const was = limit ? 'here' : 'none'
  if (opens) return { after: opens, was, isOpened: true } as const
  if (!limit) throw new Error('a use case of a customer without a limit must open one')
  const after = {
    ...limit,
    ...withUse(limit, use),
    state: limitState ?? limit.state,
    granted: granted ?? limit.granted,
  }
  return { after, was, isOpened: false } as const
}

/** A positive use was checked when it was reserved. A release is at most the used amount. */
function withUse(limit: LimitRecord, use: bigint): Pick<LimitRecord, 'used'> {
  if (use >= 0n) return { used: fen(limit.used + use) }
  return orRefuse(releaseLimit(limit, fen(-use)))
}
