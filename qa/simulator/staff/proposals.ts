import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addPicture } from '@qingzhou/server/features/console/proposals/testing/desk.ts'
import type { Chance } from '#simulator/chance.ts'
import type { Borrower, World } from '#simulator/world.ts'
import { pickAct, type Act } from './acts.ts'
import { attempt, attemptForbidden, mayApprove, type Member } from './office.ts'

/** A proposal as those who made it remember it. */
export type StaffProposal = {
  readonly kind: string
  readonly by: Member
  readonly amountFen: number
  readonly customer: string | undefined
  readonly loanNo: string | undefined
  /** Reviewers are busy: it is looked at from this day on, sometimes after its expiry. */
  readonly lookedAtFrom: LocalDate
  /** The plan of the loan, or the limit, when it was proposed or renewed. */
  base: string
  version: string
  isDecided: boolean
}

const REASON = '客户来电'
const PAGE = 200
const FORBIDDEN_SHARE = 0.3
const SENT_BACK_SHARE = 0.05
const WITHDRAWN_SHARE = 0.05
const REFUSED_SHARE = 0.1
const RELATIVE_SHARE = 0.5
/** After how many days a reviewer looks at a proposal. It expires after seven. */
const DELAYS = [0, 0, 0, 0, 0, 1, 1, 2, 4, 9] as const

/** Proposes an act for a borrower, or does what one person may do alone. */
export async function proposeOne(world: World, borrower: Borrower): Promise<string[]> {
  const { staff, chance } = world
  const act = await pickAct(world, borrower)
  const done: string[] = []
  if (staff.ownAccounts.get('relative') === borrower && chance.happens(RELATIVE_SHARE)) {
    const relative = staff.member('relative')
    done.push(await proposeForbidden(world, relative, act))
  }
  const by = staff.member(chance.pick(['agent', 'clerk', 'both', 'both', 'admin', 'reviewer']))
  const { kinds } = await by.api['console-proposals'].kinds({})
  const kind = kinds.find((one) => one.kind === act.kind)
  if (!kind) throw new Error(`the console does not offer ${act.kind}`)
  if (kind.isAlone) {
    const { perform } = by.api['console-proposals']
    return [...done, await attempt(act.kind, () => perform(requestOf(act)))]
  }
  const isTooHigh = by.roles.every((role) => role !== 'admin') && act.amountFen > 100_000_00
  if (isTooHigh) return [...done, await proposeForbidden(world, by, act)]
  return [...done, await propose(world, { act, by, needsEvidence: kind.needsEvidence })]
}

function requestOf({ kind, parameters }: Act) {
  return { kind, parameters: { ...parameters }, reason: REASON }
}

/** Above the amount of the role, or about the own account. */
function proposeForbidden({ staff }: World, by: Member, act: Act): Promise<string> {
  const { propose: make, perform } = by.api['console-proposals']
  const isAlone = ['lower-limit', 'freeze-limit', 'block-customer', 'end-sessions']
  const request = requestOf(act)
  const what = by.name === 'relative' ? 'act on the own account' : 'proposal above the limit'
  return attemptForbidden(staff, { what, detail: ` (${act.kind})` }, () =>
    isAlone.includes(act.kind) ? perform(request) : make(request),
  )
}

type NewProposal = {
  readonly act: Act
  readonly by: Member
  readonly needsEvidence: boolean
  /** A reviewer looks at it the same day. */
  readonly isUrgent?: boolean | undefined
}

export async function propose(
  world: World,
  { act, by, needsEvidence, isUrgent }: NewProposal,
): Promise<string> {
  const calls = by.api['console-proposals']
  return attempt(`propose ${act.kind}`, async () => {
    const { proposalNo } = await calls.propose(requestOf(act))
    const proposed = await remember(world, { proposalNo, act, by, isUrgent })
    if (!needsEvidence) return
    // Without the file it cannot be approved.
    await approveForbidden(world, proposalNo, { proposed, by: 'admin', why: 'without evidence' })
    await addPicture({ calls }, { proposalNo, fileName: '申请书.jpg' })
  })
}

/** Notes a proposal, with the state that it was made on. */
export async function remember(
  world: World,
  {
    proposalNo,
    act,
    by,
    isUrgent = false,
  }: Pick<NewProposal, 'act' | 'by' | 'isUrgent'> & { readonly proposalNo: string },
): Promise<StaffProposal> {
  const { customer, loanNo } = act.parameters
  const { version } = await by.api['console-proposals'].one({ proposalNo })
  const about = { kind: act.kind, customer, loanNo }
  const proposed: StaffProposal = {
    ...about,
    by,
    amountFen: act.amountFen,
    lookedAtFrom: addDays(world.services.today(), isUrgent ? 0 : world.chance.pick(DELAYS)),
    base: await readBase(world, about),
    version,
    isDecided: false,
  }
  world.staff.proposals.set(proposalNo, proposed)
  return proposed
}

const ofLimit = ['raise-limit', 'reopen-limit', 'cancel-limit']

/** What the proposer saw, by queries of our own: the plan of the loan, or the limit. */
async function readBase(
  { owner }: World,
  { kind, customer, loanNo }: Pick<StaffProposal, 'kind' | 'customer' | 'loanNo'>,
): Promise<string> {
  if (loanNo !== undefined) {
    const [row] = await owner.query<{ base: string }>(
      `SELECT md5(concat_ws(' ', instalments::text, annual_rate_ppm, deferred_on::text)) AS base
         FROM loans WHERE loan_no = $1`,
      [loanNo],
    )
    return row?.base ?? ''
  }
  if (!ofLimit.includes(kind)) return ''
  const [row] = await owner.query<{ base: string }>(
    `SELECT concat_ws(' ', granted_fen, state) AS base FROM limits WHERE customer_no = $1`,
    [customer],
  )
  return row?.base ?? ''
}

type ListedProposal = { readonly proposalNo: string; readonly isMoved: boolean }

/** Looks at every open proposal: those that are not postponed are decided, renewed or sent back. */
export async function decideProposals(
  world: World,
  { isLast }: { readonly isLast: boolean },
): Promise<string[]> {
  const { staff, services } = world
  const today = services.today()
  const { rows } = await staff.member('deputy').api['console-proposals'].list({
    filters: { state: 'proposed' },
    sort: { by: 'proposedAt', order: 'up' },
    limit: PAGE,
  })
  const done: string[] = []
  const open = new Set(rows.map(({ proposalNo }) => proposalNo))
  for (const [proposalNo, proposed] of staff.proposals) {
    if (open.has(proposalNo) || proposed.isDecided) continue
    proposed.isDecided = true
    done.push(
      await approveForbidden(world, proposalNo, { proposed, by: 'admin', why: 'after its expiry' }),
    )
  }
  for (const row of rows) {
    const proposed = staff.proposals.get(row.proposalNo)
    if (!proposed) throw new Error(`proposal ${row.proposalNo} was made by no member`)
    if (isLast || proposed.lookedAtFrom <= today) {
      done.push(...(await decide(world, row, { proposed, isLast })))
    }
  }
  return done
}

async function decide(
  world: World,
  { proposalNo, isMoved }: ListedProposal,
  { proposed, isLast }: { readonly proposed: StaffProposal; readonly isLast: boolean },
): Promise<string[]> {
  const { staff, services } = world
  const { kind, by } = proposed
  const chance = world.chance.branch(`${services.today()} ${proposalNo} ${isLast}`)
  const done: string[] = []
  if (chance.happens(FORBIDDEN_SHARE)) {
    const others = staff.members.filter((one) => !mayApprove(staff, one, proposed))
    const { name } = chance.pick(others)
    done.push(
      await approveForbidden(world, proposalNo, {
        proposed,
        by: name,
        why: 'by a person who may not',
      }),
    )
  }
  const isOld = (await readBase(world, proposed)) !== proposed.base
  if (isMoved || isOld) {
    if (isOld) {
      const why = 'on a moved state'
      done.push(await approveForbidden(world, proposalNo, { proposed, by: 'admin', why }))
    }
    done.push(...(await renew(world, proposalNo, { proposed, isLast })))
    if (proposed.isDecided) return done
  }
  const own = by.api['console-proposals']
  const decider = pickDecider(world, chance, proposed)
  const calls = decider.api['console-proposals']
  const choice = { proposalNo, reason: REASON }
  if (!isLast && chance.happens(SENT_BACK_SHARE)) {
    done.push(await attempt(`send back ${kind}`, () => calls.sendBack(choice)))
    const why = 'while it was sent back'
    done.push(await approveForbidden(world, proposalNo, { proposed, by: 'admin', why }))
    return [...done, ...(await renew(world, proposalNo, { proposed, isLast }))]
  }
  proposed.isDecided = true
  if (chance.happens(WITHDRAWN_SHARE))
    return [...done, await attempt(`withdraw ${kind}`, () => own.withdraw(choice))]
  const { version, refusal } = await calls.one({ proposalNo })
  const isRefused = refusal !== undefined || chance.happens(REFUSED_SHARE)
  const label = isRefused
    ? await attempt(`refuse ${kind}`, () => calls.refuse(choice))
    : await attempt(`approve ${kind}`, async () => {
        const { state } = await calls.approve({ proposalNo, version })
        return state
      })
  const again = { proposed, by: decider.name, why: 'a second time' }
  return [...done, label, await approveForbidden(world, proposalNo, again)]
}

function pickDecider({ staff }: World, chance: Chance, proposed: StaffProposal): Member {
  const allowed = staff.members.filter((one) => mayApprove(staff, one, proposed))
  return chance.pick(allowed)
}

/** The proposer renews it; what is not possible any more is withdrawn. */
async function renew(
  world: World,
  proposalNo: string,
  { proposed, isLast }: { readonly proposed: StaffProposal; readonly isLast: boolean },
): Promise<string[]> {
  const { kind, by, version: old } = proposed
  const calls = by.api['console-proposals']
  const label = await attempt(`renew ${kind}`, async () => {
    await calls.renew({ proposalNo })
    proposed.base = await readBase(world, proposed)
    proposed.version = (await calls.one({ proposalNo })).version
  })
  const isRenewed = label === `staff: renew ${kind}`
  if (isRenewed && !isLast) {
    const why = 'as it was before its renewal'
    return [label, await approveForbidden(world, proposalNo, { proposed, by: 'admin', why, old })]
  }
  if (isRenewed) return [label]
  proposed.isDecided = true
  const withdrawal = { proposalNo, reason: REASON }
  return [label, await attempt(`withdraw ${kind}`, () => calls.withdraw(withdrawal))]
}

/** An approval that the product has to refuse. */
function approveForbidden(
  { staff }: World,
  proposalNo: string,
  { proposed, by, why, old }: { proposed: StaffProposal; by: string; why: string; old?: string },
): Promise<string> {
  const member = proposed.by.name === by && by === 'admin' ? 'deputy' : by
  const calls = staff.member(member).api['console-proposals']
  const forbidden = {
    what: `approval ${why}`,
    detail: ` (${proposed.kind} of ${proposed.by.name} by ${member})`,
  }
  return attemptForbidden(staff, forbidden, async () => {
    const { version } = old === undefined ? await calls.one({ proposalNo }) : { version: old }
    await calls.approve({ proposalNo, version })
  })
}
