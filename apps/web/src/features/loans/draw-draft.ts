import { useSyncExternalStore } from 'react'
import { methods } from '@qingzhou/contract/features/loans'
import { parseYuan, type Money } from '@qingzhou/domain/money/money'
import { clearDraft, saveDraft, storedDraft } from '#shared/forms/draft.ts'

export type Method = (typeof methods)[number]

/** The terms of the current draw, shared by form, coupons and agreements. */
export type DrawDraft = {
  /** As typed; validated on use. */
  readonly amount: string
  readonly months: number | undefined
  readonly method: Method
  readonly purpose: string | undefined
  /** The best coupon unless the borrower chose another or none. */
  readonly coupon:
    | { readonly kind: 'best' }
    | { readonly kind: 'none' }
    | { readonly kind: 'one'; readonly id: string }
  readonly cardId: string | undefined
}

const DRAFT = 'borrow'

const empty: DrawDraft = {
  amount: '',
  months: undefined,
  method: methods[0],
  purpose: undefined,
  coupon: { kind: 'best' },
  cardId: undefined,
}

let current: DrawDraft | undefined
const listeners = new Set<() => void>()

export function useDrawDraft(): DrawDraft {
  return useSyncExternalStore(listen, readDraft)
}

export function changeDraw(change: Partial<DrawDraft>): void {
  current = { ...readDraft(), ...change }
  saveDraft(DRAFT, current)
  for (const listener of listeners) listener()
}

/** After a draw the next one starts empty. */
export function clearDraw(): void {
  current = empty
  clearDraft(DRAFT)
  for (const listener of listeners) listener()
}

/** The amount as money; undefined if invalid. */
export function amountOf({ amount }: DrawDraft): Money | undefined {
  const parsed = parseYuan(amount)
  return parsed.ok ? parsed.value : undefined
}

function readDraft(): DrawDraft {
  current ??= { ...empty, ...validDraft(storedDraft(DRAFT)) }
  return current
}

/** The stored draft is untrusted: only valid values are used. */
function validDraft(stored: Record<string, unknown>): Partial<DrawDraft> {
  const { amount, months, method, purpose, cardId, coupon } = stored
  return {
    ...(typeof amount === 'string' && { amount }),
    ...(typeof months === 'number' && { months }),
    ...(typeof purpose === 'string' && { purpose }),
    ...(typeof cardId === 'string' && { cardId }),
    coupon: validCoupon(Object(coupon)),
    ...(isMethod(method) && { method }),
  }
}

function validCoupon({ kind, id }: Record<string, unknown>): DrawDraft['coupon'] {
  if (kind === 'none') return { kind }
  return kind === 'one' && typeof id === 'string' ? { kind, id } : { kind: 'best' }
}

function isMethod(value: unknown): value is Method {
  return methods.some((method) => method === value)
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
