import { ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import type { Route } from '#app/routes.ts'
import { toHome } from './staff-only.tsx'
import { to } from './to.ts'

/** A page about a proof that its link does not name. */
export function NoSuchProof({ route }: { route: Pick<Route, 'title'> }) {
  return (
    <Screen title={route.title} onBack={toHome}>
      <Empty
        title="没有找到这份凭证"
        action={
          <ButtonLink href={to.loans(0)} kind="quiet" fit>
            查看凭证列表
          </ButtonLink>
        }
      >
        链接不完整或已失效，请从凭证列表重新进入
      </Empty>
    </Screen>
  )
}
