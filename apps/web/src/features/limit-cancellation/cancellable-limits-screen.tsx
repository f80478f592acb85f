import { Button, ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { routes } from '#app/routes.ts'
import { addressOf, back, go } from '#platform/navigation.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { QueryState } from '#shared/query-state.tsx'
import { LimitToCancel } from './limit-to-cancel.tsx'
import { limitsQuery } from './queries.ts'

/** Which limits there are, which can be ended, and what stands in the way of the others. */
export default function CancellableLimitsScreen() {
  const limits = useQuery(limitsQuery)
  const canCancel = limits.data?.limits.some((limit) => limit.canCancel) ?? false

  return (
    <Screen
      title={routes['limit-cancellation'].cancellableLimits.title}
      onBack={back}
      trailing={<HelpButton />}
      footer={
        canCancel && (
          <Button kind="quiet" onPress={async () => go(routes['limit-cancellation'].cancelReason)}>
            继续注销
          </Button>
        )
      }
    >
      <QueryState
        query={limits}
        skeleton={<SkeletonCards count={1} />}
        errorTitle="暂时没有查到您的额度"
      >
        {({ limits: all }) =>
          all.length === 0 ? (
            <NoLimit />
          ) : (
            all.map((limit) => <LimitToCancel key={limit.productNo} limit={limit} />)
          )
        }
      </QueryState>
    </Screen>
  )
}

function NoLimit() {
  return (
    <Empty
      title="您没有可注销的额度"
      action={
        <ButtonLink href={`#${addressOf(routes.credit.limit)}`} kind="quiet" fit>
          返回首页
        </ButtonLink>
      }
    >
      您还没有开通额度。如果用其他手机号申请过，请换那个手机号登录
    </Empty>
  )
}
