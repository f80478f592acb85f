import { ButtonLink } from '@qingzhou/ui/inputs'
import { Empty } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'

/** Shown when the link does not name the subject of the page. */
export function MissingSubject({ title, what }: { title: string; what: string }) {
  return (
    <Screen title={title} onBack={back}>
      <Empty
        title={`没有找到${what}`}
        action={
          <ButtonLink href={`#${addressOf(routes.repayment.repayHome)}`} kind="quiet" fit>
            返回还款首页
          </ButtonLink>
        }
      >
        链接不完整，请从还款首页重新进入
      </Empty>
    </Screen>
  )
}
