import { readCookie } from '#platform/cookies.ts'
import { linkQuery } from '#platform/navigation.ts'

const NUMBER = /^[\w-]{8,64}$/

/** The draw a page is about: named in the address, or the one begun last on this phone. */
export function loanInLink(): string | undefined {
  const named = linkQuery()['loanSeqNo'] ?? readCookie('loanSeqNo')
  return named !== undefined && NUMBER.test(named) ? named : undefined
}
