import type { ExceptionAct } from '@qingzhou/contract/features/console/queues'
import type { World } from '#simulator/world.ts'
import { attempt, attemptForbidden, type Member } from './office.ts'
import { remember } from './proposals.ts'

const PAGE = 200
const UP = { by: 'since', order: 'up' } as const
const REFUSED_SHARE = 0.1
const TAKEN_SHARE = 0.2
const REASON = '已核对'

/** Takes one review after the other; what one reviewer works on another one leaves alone. */
export async function decideReviews({ staff, chance, services }: World): Promise<string[]> {
  const own = chance.branch(`${services.today()} reviews`)
  const done: string[] = []
  for (;;) {
    const [reviewer, other] = own.happens(0.5) ? ['reviewer', 'checker'] : ['checker', 'reviewer']
    const calls = staff.member(reviewer ?? '').api['console-queues']
    const { itemNo } = await calls.nextReview({})
    if (itemNo === undefined) return done
    const { queue } = await calls.review({ itemNo })
    if (!queue) continue
    const { round, kind } = queue
    const isRefused = own.happens(REFUSED_SHARE)
    const verdict = isRefused ? ('refused' as const) : ('approved' as const)
    const decision = { itemNo, round, verdict, reason: isRefused ? '照片不清晰' : undefined }
    if (own.happens(TAKEN_SHARE)) {
      const second = staff.member(other ?? '').api['console-queues']
      const what = 'decision on a review of another'
      done.push(await attemptForbidden(staff, { what }, () => second.decideReview(decision)))
    }
    done.push(await attempt(`${verdict} ${kind}`, () => calls.decideReview(decision)))
    const what = 'second decision on a review'
    done.push(await attemptForbidden(staff, { what }, () => calls.decideReview(decision)))
  }
}

/** After this many questions to a provider staff accept what it says. */
const ASKED_MAX = 2

/** In this order, until one is not refused. */
const ACTS: readonly ExceptionAct[] = ['retry', 'rerun', 'book', 'ask', 'verify', 'accept']

export async function workOnExceptions(world: World): Promise<string[]> {
  const { staff, chance, services } = world
  const by = staff.member(
    chance.branch(`${services.today()} desk`).pick(['agent', 'clerk', 'both']),
  )
  const calls = by.api['console-queues']
  const { rows } = await calls.exceptions({ filters: {}, sort: UP, limit: PAGE })
  const done: string[] = []
  for (const { itemNo, kind, state, isMine, subjectNo } of rows) {
    if (state === 'proposed' || state === 'running') continue
    if (!isMine) {
      const label = await attempt('claim', () => calls.claimException({ itemNo }))
      // Another member works on it.
      if (label !== 'staff: claim') continue
    }
    const intended = staff.intents.get(subjectNo)
    const { acts, history } = await calls.exception({ itemNo })
    const asked = history.filter((event) => event.act === 'ask').length
    const possible = [...(intended ? [intended.act] : []), ...ACTS]
      // Asking does not help any more.
      .filter((one) => one !== 'ask' || asked < ASKED_MAX)
      .filter((one) => acts.some(({ act }) => act === one))
    for (const act of possible) {
      const label = await actOn(world, { by, itemNo, kind, act, loanNo: intended?.loanNo })
      done.push(label)
      if (label.endsWith(`${act} ${kind}`)) break
    }
    await attempt('release', () => calls.releaseException({ itemNo }))
  }
  return done
}

async function actOn(
  world: World,
  {
    by,
    itemNo,
    kind,
    act,
    loanNo,
  }: {
    readonly by: Member
    readonly itemNo: string
    readonly kind: string
    readonly act: ExceptionAct
    readonly loanNo: string | undefined
  },
): Promise<string> {
  const calls = by.api['console-queues']
  const input = { itemNo, act, reason: REASON, ...(loanNo !== undefined && { loanNo }) }
  return attempt(`${act} ${kind}`, async () => {
    const { proposalNo } = await calls.actOnException(input)
    if (proposalNo === undefined) return
    const { proposal } = await by.api['console-proposals'].one({ proposalNo })
    await remember(world, {
      proposalNo,
      by,
      // A difference of money has to be cleared within days.
      isUrgent: true,
      act: {
        kind: proposal.kind,
        parameters: {
          ...(proposal.customer && { customer: proposal.customer.customerNo }),
          ...(loanNo !== undefined && { loanNo }),
        },
        amountFen: Number(proposal.amount),
      },
    })
  })
}
