import { useSyncExternalStore } from 'react'
import type { RepaymentAim } from '@qingzhou/contract/features/payment-orders'
import { parseYuan, yuan } from '@qingzhou/domain/money/money'
import { clearDraft, saveDraft, storedDraft } from '#shared/forms/draft.ts'
import { newRequestNo } from '#shared/payments/request-no.ts'

/** The payment in preparation, shared with the cashier and kept over a reload. */
export type PaymentDraft = {
  readonly aim: RepaymentAim | undefined
  /** The request number: an order placed twice is one order. */
  readonly repaySeqNo: string | undefined
}

const DRAFT = 'repay'
const empty: PaymentDraft = { aim: undefined, repaySeqNo: undefined }

let current: PaymentDraft | undefined
const listeners = new Set<() => void>()

export function usePaymentDraft(): PaymentDraft {
  return useSyncExternalStore(listen, readDraft)
}

/** Another payment is another order. */
export function choosePayment(aim: RepaymentAim): void {
  keep({ aim, repaySeqNo: newRequestNo() })
}

/** A finished order is not placed again under its number. */
export function renewPayment(): void {
  const { aim } = readDraft()
  if (aim) choosePayment(aim)
}

export function forgetPayment(): void {
  clearDraft(DRAFT)
  current = empty
  for (const listener of listeners) listener()
}

function keep(draft: PaymentDraft): void {
  current = draft
  const { aim, repaySeqNo } = draft
  const written = aim?.kind === 'earlyPart' ? { ...aim, amount: yuan(aim.amount) } : aim
  saveDraft(DRAFT, { aim: written, repaySeqNo })
  for (const listener of listeners) listener()
}

function readDraft(): PaymentDraft {
  current ??= validDraft(storedDraft(DRAFT))
  return current
}

/** The stored draft is untrusted: only valid values are used. */
function validDraft({ aim, repaySeqNo }: Record<string, unknown>): PaymentDraft {
  const known = aimOf(Object(aim))
  if (!known || typeof repaySeqNo !== 'string') return empty
  return { aim: known, repaySeqNo }
}

function aimOf(aim: Record<string, unknown>): RepaymentAim | undefined {
  const { kind, loanNo, amount, picks, keep } = aim
  if (kind === 'due' && Array.isArray(picks)) return { kind, picks: picks.flatMap(pickOf) }
  if (typeof loanNo !== 'string') return undefined
  if (kind === 'earlyFull') return { kind, loanNo }
  const parsed = typeof amount === 'string' ? parseYuan(amount) : undefined
  if (kind !== 'earlyPart' || !parsed?.ok) return undefined
  const chosen = keep === 'term' || keep === 'instalment' ? keep : undefined
  return { kind, loanNo, amount: parsed.value, ...(chosen && { keep: chosen }) }
}

function pickOf(pick: unknown): { loanNo: string; n: number }[] {
  const { loanNo, n } = Object(pick) as Record<string, unknown>
  return typeof loanNo === 'string' && typeof n === 'number' ? [{ loanNo, n }] : []
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
