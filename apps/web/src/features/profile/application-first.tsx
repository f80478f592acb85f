import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { enterApp } from '#platform/session.ts'
import { unlessTold } from '#shared/told.ts'

/** Before an application is submitted, its own form takes the card. */
export function ApplicationFirst() {
  return (
    <Card title="身份信息" note="还没有可以在这里更新的身份信息">
      <p className="small ink-2">
        您的申请还没有提交，姓名和身份证请在申请的身份认证里填写或修改。
      </p>
      <Button kind="quiet" onPress={async () => enterApp().catch(unlessTold)}>
        去申请
      </Button>
    </Card>
  )
}
