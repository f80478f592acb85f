import { ButtonLink } from '@qingzhou/ui/inputs'
import { Empty } from '@qingzhou/ui/feedback'
import { drawCookie } from '@qingzhou/contract/wire/params'
import { routes } from '#app/routes.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import { addressOf } from '#platform/navigation/navigation.ts'

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

/** The last draw begun on this phone, for a page that is opened without a number. */
export function lastDraw(): string | undefined {
  return readCookie(drawCookie)
}
