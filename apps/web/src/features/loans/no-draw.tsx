import { ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation.ts'

/** A page about a draw, opened without one. */
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
