import { useSyncExternalStore } from 'react'
import type { RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import { parseYuan, yuan } from '@qingzhou/domain/money/money'
import { linkQuery } from '#platform/navigation/navigation.ts'
import { saveDraft, storedDraft } from '#shared/forms/draft.ts'
import { newRequestNo } from '#shared/payments/request-no.ts'

/**
 * The payment in preparation. The address of its page names it, so that it survives a reload and a
 * sign-in; the request number is kept on the phone.
 */
export type PaymentDraft = {
  readonly aim: RepaymentAim | undefined
  /** The request number: an order placed twice is one order. */
  readonly requestNo: string | undefined
}

const DRAFT = 'repay'
const empty: PaymentDraft = { aim: undefined, requestNo: undefined }

let current: PaymentDraft | undefined
/** A finished payment is not prepared again by its address. */
let finished: string | undefined
const listeners = new Set<() => void>()

export function usePaymentDraft(): PaymentDraft {
  return useSyncExternalStore(listen, readDraft)
}

/** Another payment is another order. Returns the query of the pages about it. */
export function choosePayment(aim: RepaymentAim): { readonly pay: string } {
  keep({ aim, requestNo: newRequestNo() })
  return queryOf(aim)
}

/** A finished order is not placed again under its number. */
export function renewPayment(): { readonly pay: string } | undefined {
  const { aim } = readDraft()
  return aim && choosePayment(aim)
}

export function forgetPayment(): void {
  const { aim } = readDraft()
  finished = aim && queryOf(aim).pay
  current = empty
  saveDraft(DRAFT, { finished })
  notify()
}

function keep({ aim, requestNo }: PaymentDraft): void {
  current = { aim, requestNo }
  finished = undefined
  saveDraft(DRAFT, { pay: aim && queryOf(aim).pay, requestNo })
  notify()
}

function readDraft(): PaymentDraft {
  if (!current) {
    const stored = storedDraft(DRAFT)
    current = validDraft(stored)
    finished = typeof stored['finished'] === 'string' ? stored['finished'] : undefined
  }
  const { pay } = linkQuery()
  if (pay === undefined || pay === finished) return current
  if (current.aim && queryOf(current.aim).pay === pay) return current
  const aim = aimOf(pay)
  if (!aim) return current
  // A page opened by its address, as after a sign-in.
  current = { aim, requestNo: newRequestNo() }
  saveDraft(DRAFT, { pay, requestNo: current.requestNo })
  return current
}

/** The stored draft is untrusted: only valid values are used. */
function validDraft({ pay, requestNo }: Record<string, unknown>): PaymentDraft {
  const aim = typeof pay === 'string' ? aimOf(pay) : undefined
  return aim && typeof requestNo === 'string' ? { aim, requestNo } : empty
}

/** The payment in an address: its kind, then its loans with instalments or its amount. */
export function queryOf(aim: RepaymentAim): { readonly pay: string } {
  if (aim.kind === 'earlyFull') return { pay: [aim.kind, aim.loanNo].join('*') }
  if (aim.kind === 'earlyPart') {
    const { kind, loanNo, amount, keep: kept = '' } = aim
    return { pay: [kind, loanNo, yuan(amount), kept].join('*') }
  }
  const loanNos = [...new Set(aim.picks.map(({ loanNo }) => loanNo))]
  const loans = loanNos.map((loanNo) => {
    const instalments = aim.picks.filter((pick) => pick.loanNo === loanNo).map(({ n }) => n)
    return [loanNo, ...instalments].join('.')
  })
  return { pay: [aim.kind, ...loans].join('*') }
}

const LOAN = /^[\w-]{1,64}$/
const PICKED = /^([\w-]{1,64})((?:\.\d{1,3})+)$/

/** The link is untrusted: only a valid payment is returned. */
function aimOf(text: string): RepaymentAim | undefined {
  const [kind, ...parts] = text.split('*')
  if (kind === 'due') {
    const picks = parts.flatMap(picksOf)
    return picks.length > 0 ? { kind, picks } : undefined
  }
  const [loanNo = '', amount = '', kept] = parts
  if (!LOAN.test(loanNo)) return undefined
  if (kind === 'earlyFull') return { kind, loanNo }
  const parsed = parseYuan(amount)
  if (kind !== 'earlyPart' || !parsed.ok) return undefined
  const chosen = kept === 'term' || kept === 'instalment' ? kept : undefined
  return { kind, loanNo, amount: parsed.value, ...(chosen && { keep: chosen }) }
}

function picksOf(text: string): { loanNo: string; n: number }[] {
  const [, loanNo, numbers = ''] = PICKED.exec(text) ?? []
  if (loanNo === undefined) return []
  return numbers
    .slice(1)
    .split('.')
    .map((n) => ({ loanNo, n: Number(n) }))
}

function notify(): void {
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
