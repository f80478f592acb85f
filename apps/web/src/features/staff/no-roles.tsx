import { Button } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { RefusedDrawing } from '@qingzhou/ui/illustrations'
import { useSignOut } from './use-sign-out.ts'

/** Signed in, but nobody has said as what: what to do about it. */
export function NoRoles({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const signOut = useSignOut()
  return (
    <Empty
      title="您的账号还没有岗位"
      drawing={<RefusedDrawing />}
      action={
        <div className="row row-centre">
          <Button kind="quiet" fit onPress={onRetry}>
            重新加载
          </Button>
          <Button kind="quiet" fit onPress={signOut}>
            退出登录
          </Button>
        </div>
      }
    >
      请联系管理员为您分配岗位（操作员、审核员或管理员），分配后重新登录即可使用
    </Empty>
  )
}
