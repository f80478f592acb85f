import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Agreement } from '@qingzhou/contract/features/agreements'
import { displayYuan } from '@qingzhou/domain/money/money'
import { agreementsToSign } from '#shared/agreements/use-signing.ts'
import type { DrawDraft } from './draw-draft.ts'
import { amountOf, useDrawDraft } from './draw-draft.ts'
import type { Choices, Terms } from './queries.ts'
import { cardsQuery, choicesQuery, couponsQuery, quoteQuery } from './queries.ts'

const SETTLE_MS = 300

/** The current draw: terms, quote and errors. */
export function useDraw() {
  const draft = useDrawDraft()
  const choices = useQuery(choicesQuery)
  const cards = useQuery(cardsQuery)

  const amountError = choices.data && amountErrorOf(draft, choices.data)
  const terms = useDebounced(choices.data && termsOf(draft, choices.data))
  const coupons = useQuery(couponsQuery(terms))
  const couponNo = couponOf(draft, coupons.data)
  // A quote includes the best coupon, so it waits for the coupons.
  const quote = useQuery({
    ...quoteQuery(terms, couponNo),
    enabled: terms !== undefined && !coupons.isPending,
  })
  // Mostly the coupon stays the same: that quote is requested beside the coupons, and shown after them.
  const [last, setLast] = useState<{ readonly couponNo: string | undefined }>()
  if (coupons.isSuccess && (!last || last.couponNo !== couponNo)) setLast({ couponNo })
  useQuery({
    ...quoteQuery(terms, last?.couponNo),
    enabled: terms !== undefined && coupons.isPending && last !== undefined,
    notifyOnChangeProps: [],
  })

  const card = cards.data?.find(({ cardId }) => cardId === draft.cardId) ?? cards.data?.[0]
  const purpose = choices.data?.purposes.find(({ code }) => code === draft.purpose)
  return { draft, choices, cards, card, purpose, coupons, couponNo, quote, terms, amountError }
}

export type DrawState = ReturnType<typeof useDraw>

/** The error of the amount, with the allowed range. */
function amountErrorOf(draft: DrawDraft, choices: Choices): string | undefined {
  const { amountMin, amountMax, step } = choices
  if (draft.amount === '') return undefined
  const amount = amountOf(draft)
  if (amount === undefined) return '请输入正确的金额'
  if (amount < amountMin) return `最低可借 ${displayYuan(amountMin)} 元`
  if (amount > amountMax) return `本次最多可借 ${displayYuan(amountMax)} 元`
  return amount % step === 0n ? undefined : `金额须为 ${displayYuan(step)} 元的整数倍`
}

function termsOf(draft: DrawDraft, choices: Choices): Terms | undefined {
  const amount = amountOf(draft)
  const { months, method } = draft
  if (amount === undefined || months === undefined || amountErrorOf(draft, choices))
    return undefined
  return { amount, months, method }
}

/**
 * The terms to quote: a single change at once, as of a tap, and of several in a row the last one, so
 * that a movement of the slider makes two requests.
 */
function useDebounced(terms: Terms | undefined): Terms | undefined {
  const key = terms && `${terms.amount}/${terms.months}/${terms.method}`
  const [settledKey, setSettledKey] = useState(key)
  const changedAt = useRef(0)
  useEffect(() => {
    const isFirst = Date.now() - changedAt.current > SETTLE_MS
    changedAt.current = Date.now()
    if (isFirst) return setSettledKey(key)
    const timer = setTimeout(() => setSettledKey(key), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [key])
  return settledKey === key ? terms : undefined
}

function couponOf(
  { coupon }: DrawDraft,
  found: { usable: readonly { couponNo: string }[]; bestCouponNo?: string | undefined } | undefined,
): string | undefined {
  if (coupon.kind === 'none') return undefined
  if (coupon.kind === 'best') return found?.bestCouponNo
  const isUsable = found?.usable.some(({ couponNo }) => couponNo === coupon.id)
  return isUsable ? coupon.id : undefined
}

/** The agreements of the current draw: loan and debit. */
export function useDrawAgreements({ terms, quote, couponNo, purpose, card }: DrawState) {
  const draw = terms && {
    amount: terms.amount,
    months: terms.months,
    method: terms.method,
    purposeCode: purpose?.code,
    couponNo,
    cardId: card?.cardId,
  }
  const key = quote.data && `${quote.data.quoteId}/${purpose?.code ?? ''}/${card?.cardId ?? ''}`
  const isReady = key !== undefined && purpose !== undefined && card !== undefined
  const hasFund = quote.data?.agreementInput.isUnionLoan ?? false
  const request = { draw, hasFund, key: key ?? '' }
  const loan = useQuery({
    ...agreementsToSign({ eventType: '0301', ...request }),
    enabled: isReady,
  })
  const debit = useQuery({
    ...agreementsToSign({ eventType: '0302', ...request }),
    enabled: isReady,
  })

  const data: readonly Agreement[] | undefined =
    isReady && loan.data && debit.data
      ? [...loan.data.agreements, ...debit.data.agreements]
      : undefined
  return {
    data,
    error: loan.error ?? debit.error,
    refetch: async () => Promise.all([loan.refetch(), debit.refetch()]),
  }
}
