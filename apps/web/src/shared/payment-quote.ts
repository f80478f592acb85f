import { queryOptions } from '@tanstack/react-query'
import { repaymentShapes, type RepaymentAim } from '@qingzhou/contract/repayment'
import type { Output } from '@qingzhou/contract/shape'
import { callsOf } from '#platform/api.ts'

const { quote } = callsOf('repayment', { quote: repaymentShapes.quote })

export type RepaymentQuote = Output<typeof repaymentShapes.quote>

/** What paying would take. A key is text: an amount has to be written out. */
export function quoteQuery(aim: RepaymentAim | undefined) {
  return queryOptions({
    queryKey: ['repayment', 'quote', aim === undefined ? '' : keyOf(aim)],
    enabled: aim !== undefined,
    queryFn: async ({ signal }) => {
      if (!aim) throw new Error('a quote needs something to pay')
      return quote({ aim }, { signal, quiet: true })
    },
    // What is owed may have changed since: asked for afresh whenever a page of it opens.
    refetchOnMount: 'always',
  })
}

function keyOf(aim: RepaymentAim): string {
  if (aim.kind === 'due') return aim.picks.map(({ loanNo, n }) => `${loanNo}.${n}`).join('+')
  if (aim.kind === 'earlyFull') return `full/${aim.loanNo}`
  return `part/${aim.loanNo}/${aim.amount}/${aim.keep ?? ''}`
}
