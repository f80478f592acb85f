import { addDays } from '@qingzhou/domain/calendar/local-date'
import type { ExceptionAct } from '@qingzhou/contract/features/console/queues'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { findLimit, readLoans } from '@qingzhou/lending/index'
import { CallRefused, type Api } from '@qingzhou/server/testing/client.ts'
import type { Borrower, World } from '#simulator/world.ts'

/** The probability of a proposal per borrower and day. */
const PROPOSAL_SHARE = 0.02
const REFUSED_SHARE = 0.1
const PAGE = 200
const UP = { by: 'since', order: 'up' } as const
const REASON = '客户来电'

/** What staff do about an exception, the first that is possible. */
const EXCEPTION_ACTS: readonly ExceptionAct[] = [
  'retry',
  'rerun',
  'book',
  'ask',
  'verify',
  'accept',
]

/**
 * A day of the lender's staff at the console, by its calls: the reviewer decides what waits, and the
 * operator works on exceptions and proposes acts for some borrowers. Returns one label per act.
 */
export async function actAsStaff(world: World, borrowers: readonly Borrower[]): Promise<string[]> {
  await world.staff.startDay()
  const done = await clearQueues(world)
  const { chance, pace } = world
  for (const [index, borrower] of borrowers.entries()) {
    const own = chance.branch(`${world.services.today()} staff ${index}`)
    if (!own.happens(PROPOSAL_SHARE * pace)) continue
    done.push(await proposeOne({ ...world, chance: own }, borrower))
  }
  return done
}

/** Decides and works on everything that waits. Returns one label per act. */
export async function clearQueues(world: World): Promise<string[]> {
  return [
    ...(await decideProposals(world)),
    ...(await decideReviews(world)),
    ...(await workOnExceptions(world)),
  ]
}

/** What still waits for staff, one line per queue. */
export async function listQueues({ staff }: World): Promise<string[]> {
  const { reviewer } = staff
  await staff.startDay()
  const { queues } = await reviewer['console-queues'].home({})
  return queues
    .filter(({ open }) => open > 0)
    .map(({ queue, open }) => `queue ${queue}: ${open} wait for staff`)
}

async function decideProposals({ staff, chance, services }: World): Promise<string[]> {
  const { operator, reviewer } = staff
  const calls = reviewer['console-proposals']
  const own = chance.branch(`${services.today()} reviewer`)
  const { rows } = await calls.list({
    filters: { waiting: 'me' },
    sort: { by: 'proposedAt', order: 'up' },
    limit: PAGE,
  })
  const done: string[] = []
  for (const { proposalNo, kind, isMoved } of rows) {
    if (isMoved) await attempt('renew', () => operator['console-proposals'].renew({ proposalNo }))
    const { version, refusal } = await calls.one({ proposalNo })
    const isRefused = refusal !== undefined || own.happens(REFUSED_SHARE)
    done.push(
      isRefused
        ? await attempt(`refuse ${kind}`, () => calls.refuse({ proposalNo, reason: REASON }))
        : await attempt(`approve ${kind}`, async () => {
            const { state } = await calls.approve({ proposalNo, version })
            return state
          }),
    )
  }
  return done
}

async function decideReviews({ staff, chance, services }: World): Promise<string[]> {
  const calls = staff.reviewer['console-queues']
  const own = chance.branch(`${services.today()} reviews`)
  const done: string[] = []
  for (;;) {
    const { itemNo } = await calls.nextReview({})
    if (itemNo === undefined) return done
    const { queue } = await calls.review({ itemNo })
    if (!queue) continue
    const { round, subject } = queue
    const verdict = own.happens(REFUSED_SHARE) ? 'refused' : 'approved'
    const reason = verdict === 'refused' ? '照片不清晰' : undefined
    done.push(
      await attempt(`${verdict} ${subject}`, () =>
        calls.decideReview({ itemNo, round, verdict, reason }),
      ),
    )
  }
}

async function workOnExceptions({ staff }: World): Promise<string[]> {
  const calls = staff.operator['console-queues']
  const { rows } = await calls.exceptions({ filters: {}, sort: UP, limit: PAGE })
  const done: string[] = []
  for (const { itemNo, kind, state, isMine } of rows) {
    if (state === 'proposed' || state === 'running') continue
    if (!isMine) await attempt('claim', () => calls.claimException({ itemNo }))
    const { acts } = await calls.exception({ itemNo })
    const act = EXCEPTION_ACTS.find((one) => acts.some((possible) => possible.act === one))
    if (act === undefined) continue
    done.push(
      await attempt(`${act} ${kind}`, () => calls.actOnException({ itemNo, act, reason: REASON })),
    )
  }
  return done
}

type Act = { readonly kind: string; readonly parameters: Readonly<Record<string, string>> }

/** Proposes an act for a borrower, or does what one person may do alone. */
async function proposeOne(world: World, borrower: Borrower): Promise<string> {
  const act = await pickAct(world, borrower)
  if (!act) return 'staff: nothing to propose'
  const calls = world.staff.operator['console-proposals']
  const { kinds } = await calls.kinds({})
  const isAlone = kinds.some(({ kind, isAlone: alone }) => kind === act.kind && alone)
  const request = { ...act, reason: REASON }
  if (isAlone) return attempt(act.kind, () => calls.perform(request))
  return attempt(`propose ${act.kind}`, () => calls.propose(request))
}

async function pickAct({ services, chance }: World, { customer }: Borrower): Promise<Act> {
  const { database } = services
  const today = await services.businessDate()
  const loans = (await readLoans(database, customer)).filter(({ loan }) => !isSettled(loan))
  const loan = loans.length > 0 ? chance.pick(loans) : undefined
  const ofLoan = loan && { customer, loanNo: loan.loanNo }
  const isFrozen = (await findLimit(database, customer))?.state === 'frozen'
  if (isFrozen && chance.happens(0.5)) return { kind: 'reopen-limit', parameters: { customer } }
  const amount = `${1 + chance.below(20)}.00`
  const acts: readonly (Act | undefined)[] = [
    { kind: 'raise-limit', parameters: { customer, amount: `${60 + chance.below(40)}000.00` } },
    { kind: 'lower-limit', parameters: { customer, amount: `${20 + chance.below(30)}000.00` } },
    { kind: isFrozen ? 'reopen-limit' : 'freeze-limit', parameters: { customer } },
    {
      kind: 'grant-coupon',
      parameters: { customer, days: '7', amountMin: '500.00', lastDay: addDays(today, 30) },
    },
    ofLoan && { kind: 'waive-amount', parameters: { ...ofLoan, part: 'interest', amount } },
    ofLoan && { kind: 'waive-amount', parameters: { ...ofLoan, part: 'penalty', amount } },
    ofLoan && { kind: 'refund-amount', parameters: { ...ofLoan, amount } },
    ofLoan && { kind: 'grant-forbearance', parameters: { ...ofLoan, days: '15' } },
    ofLoan && { kind: 'defer-instalment', parameters: { ...ofLoan, days: '5' } },
    ofLoan && {
      kind: 'cut-rate',
      parameters: { ...ofLoan, annualRatePpm: '9.00', from: addDays(today, 1) },
    },
  ]
  return chance.pick(acts.flatMap((act) => act ?? []))
}

/** The label of an act with its result: a refusal is one too. */
async function attempt(what: string, act: () => Promise<unknown>): Promise<string> {
  try {
    const result = await act()
    return typeof result === 'string' ? `staff: ${what}: ${result}` : `staff: ${what}`
  } catch (error) {
    if (error instanceof CallRefused) return `staff: ${what}: ${error.answer.message}`
    throw error
  }
}

/** The people of the lender, signed in at the console. */
export type Staff = {
  readonly operator: Api
  readonly reviewer: Api
  /** Signs in again: a session ends after some hours. */
  startDay(): Promise<void>
}
