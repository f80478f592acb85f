import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { releaseLimit } from '@qingzhou/domain/credit/limit'
import { fen } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type Statement, writeAndCommit } from '#platform/database/statement.ts'
import { Refused, orRefuse } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { auditRow, nextHead, lockBooks } from './books-store.ts'
import { type LimitRecord, updateLimit } from './limits/limit-store.ts'
import { checkNumber } from './numbers.ts'
import { canonicalJson, parseCanonicalJson } from '#platform/canonical-json.ts'

/** Who asks, under which number of their own, and by whose hand. */
export type Act = {
  readonly customer: CustomerNo
  /** Asked twice with the same number, the first answer is given again. */
  readonly requestNo: string
  /** `customer`, `system`, or a member of staff, for the audit log. */
  readonly actor: string
}

/** What lending reaches for: its own database, and the clock for what is kept beside the books. */
export type Deps = Pick<Services, 'database' | 'now'>

/** The day the books are on, and the customer's limit, locked: none for somebody new. */
export type Books = { readonly today: LocalDate; readonly limit: LimitRecord | undefined }

export type Decision<Answer> = {
  readonly answer: Answer
  readonly writes: readonly Statement[]
  /** What the act takes from the limit; below nothing, what it gives back. */
  readonly use?: bigint
  /** The limit that the act opens, or the state that it puts it in. */
  readonly opens?: LimitRecord
  readonly limitState?: LimitRecord['state']
}

export type UseCase<Loaded, Answer> = {
  readonly name: string
  /** All that was asked: the same number with another body is refused. */
  readonly body: object
  readonly load: (tx: Transaction) => Promise<Loaded>
  readonly decide: (loaded: Loaded, books: Books) => Decision<Answer>
}

/**
 * Does a use case once: load, decide, save, in one transaction that also keeps the answer in the
 * audit log. Acts of one customer come one after the other. A refusal leaves nothing behind.
 */
export async function perform<Loaded, Answer extends object>(
  { database, now }: Deps,
  act: Act,
  { name, body, load, decide }: UseCase<Loaded, Answer>,
): Promise<Answer> {
  checkNumber(act.requestNo)
  const asked = canonicalJson(body)
  return database.inTransaction(async (tx) => {
    // Sent together: what is loaded is read after the books are locked.
    const [books, loaded] = await Promise.all([lockBooks(tx, act), load(tx)])
    const { today, earlier, head, limit } = books
    if (earlier) {
      const isSame = earlier.act === name && earlier.asked === asked
      if (!isSame) throw new Refused({ kind: 'number-taken' })
      // The act and all that was asked are the same, so this is the answer to this very question.
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

function limitAfter({ use = 0n, opens, limitState }: Decision<object>, limit: Books['limit']) {
  const was = limit ? 'here' : 'none'
  if (opens) return { after: opens, was, isOpened: true } as const
  if (!limit) throw new Error('an act of somebody new opens a limit')
  const after = { ...limit, ...used(limit, use), state: limitState ?? limit.state }
  return { after, was, isOpened: false } as const
}

/** What an act takes was checked when it was reserved; what it gives back is at most what is in use. */
function used(limit: LimitRecord, use: bigint): Pick<LimitRecord, 'used'> {
  if (use >= 0n) return { used: fen(limit.used + use) }
  return orRefuse(releaseLimit(limit, fen(-use)))
}
