import { ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { back } from '#platform/navigation.ts'
import { to } from './to.ts'

/** A page about a proof that its link does not name. */
export function NoSuchProof({ title }: { title: string }) {
  return (
    <Screen title={title} onBack={back}>
      <Empty
        title="没有找到这份凭证"
        action={
          <ButtonLink href={to.list()} kind="quiet" fit>
            查看全部凭证
          </ButtonLink>
        }
      >
        链接不完整，请从凭证列表重新进入
      </Empty>
    </Screen>
  )
}
