import type { OpenedLimit } from '#requests.ts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  cancelLimit as cancel,
  changeLimit as change,
  freezeLimit as freeze,
  openLimit as open,
  reopenLimit as reopen,
} from '@qingzhou/domain/credit/limit'
import type { Money } from '@qingzhou/domain/money/money'
import { type LenderKind, product } from '@qingzhou/domain/product'
import { type Act, type Deps, perform } from '#act.ts'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import type { LimitRecord } from './limit-store.ts'

export type LimitRequest = {
  readonly amount: Money
  /** The grade assigned by risk control, which determines the rate. */
  readonly grade: string
  readonly lender: LenderKind
}

/** Opens the limit that was granted to a customer. */
export async function openLimit(deps: Deps, act: Act, request: LimitRequest): Promise<OpenedLimit> {
  return perform(deps, act, {
    name: 'open-limit',
    body: request,
    load: async () => undefined,
    decide: (_, { today, limit: before }) => {
      const { amount, grade, lender } = request
      const annualRatePpm = rateOf(grade)
      const limit = { ...orRefuse(open(amount, today)), annualRatePpm, grade, lender }
      if (before && !hasEnded(before, today)) throw new Refused({ kind: 'limit-already-open' })
      const { granted, validUntil } = limit
      return { answer: { granted, annualRatePpm, validUntil }, writes: [], opens: limit }
    },
  })
}

/** Whether a limit has ended with nothing outstanding, so that another can be opened. */
function hasEnded({ state, used, validUntil }: LimitRecord, today: LocalDate): boolean {
  return used === 0n && (state === 'cancelled' || validUntil < today)
}

function rateOf(grade: string): bigint {
  const rate = new Map<string, bigint>(Object.entries(product.gradeRatesPpm)).get(grade)
  if (rate === undefined) throw new Refused({ kind: 'grade-unknown' })
  return rate
}

/** Changes the amount of a customer's open limit. */
export async function changeLimit(
  deps: Deps,
  act: Act,
  request: { readonly granted: Money },
): Promise<{ granted: Money }> {
  return perform(deps, act, {
    name: 'change-limit',
    body: request,
    load: async () => undefined,
    decide: (_, { limit }) => {
      if (!limit) throw new Refused({ kind: 'limit-unknown' })
      const { granted } = orRefuse(change(limit, request.granted))
      return { answer: { granted }, writes: [], granted }
    },
  })
}

/** Freezes a customer's limit, or opens a frozen one again. */
export async function setLimitFrozen(
  deps: Deps,
  act: Act,
  request: { readonly to: 'frozen' | 'open' },
): Promise<{ state: LimitRecord['state'] }> {
  return perform(deps, act, {
    name: request.to === 'frozen' ? 'freeze-limit' : 'reopen-limit',
    body: request,
    load: async () => undefined,
    decide: (_, { limit }) => {
      if (!limit) throw new Refused({ kind: 'limit-unknown' })
      const { state } = orRefuse(request.to === 'frozen' ? freeze(limit) : reopen(limit))
      return { answer: { state }, writes: [], limitState: state }
    },
  })
}

/** Cancels a customer's limit once nothing drawn on it is outstanding. */
export async function cancelLimit(deps: Deps, act: Act): Promise<{ state: 'cancelled' }> {
  return perform(deps, act, {
    name: 'cancel-limit',
    body: {},
    load: async () => undefined,
    decide: (_, { limit }) => {
      if (!limit) throw new Refused({ kind: 'limit-unknown' })
      const { state } = orRefuse(cancel(limit))
      return { answer: { state: 'cancelled' }, writes: [], limitState: state }
    },
  })
}
