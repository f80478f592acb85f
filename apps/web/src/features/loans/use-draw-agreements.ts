import { useQuery } from '@tanstack/react-query'
import type { Agreement } from '@qingzhou/contract/features/agreements'
import { agreementsToSign } from '#shared/agreements/use-signing.ts'
import type { DrawState } from './use-draw.ts'

/** The agreements of the current draw: loan and debit. */
export function useDrawAgreements({ terms, quote, couponId, purpose, card }: DrawState) {
  const draw = terms && {
    loanAmount: terms.amount,
    instalment: terms.months,
    repayMethod: terms.method,
    borrowPurpose: purpose?.code,
    couponId,
    cardId: card?.cardId,
  }
  const key = quote.data && `${quote.data.quoteId}/${purpose?.code ?? ''}/${card?.cardId ?? ''}`
  const isReady = key !== undefined && purpose !== undefined && card !== undefined
  const hasFund = quote.data?.loanIdentityDto.isUnionLoan ?? false
  const asked = { draw, hasFund, key: key ?? '' }
  const loan = useQuery({ ...agreementsToSign({ eventType: '0301', ...asked }), enabled: isReady })
  const debit = useQuery({ ...agreementsToSign({ eventType: '0302', ...asked }), enabled: isReady })

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
