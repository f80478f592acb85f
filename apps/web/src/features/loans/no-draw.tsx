import { ButtonLink } from '@qingzhou/ui/inputs'
import { Empty } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import { addressOf, linkQuery } from '#platform/navigation/navigation.ts'

/** Shown when a page of a draw is opened without one. */
export function NoDraw() {
  return (
    <Empty
      title="没有正在进行的借款"
      action={
        <ButtonLink href={`#${addressOf(routes.loans.borrow)}`} kind="quiet" fit>
          去借款
        </ButtonLink>
      }
    >
      可以重新选择金额和期限
    </Empty>
  )
}

const NUMBER = /^[\w-]{8,64}$/

/** The draw of a page: named in the address, or the last one begun on this phone. */
export function loanInLink(): string | undefined {
  const named = linkQuery()['loanSeqNo'] ?? readCookie('loanSeqNo')
  return named !== undefined && NUMBER.test(named) ? named : undefined
}
