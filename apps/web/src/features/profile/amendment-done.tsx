import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { GrantedDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { enterApp } from '#platform/session.ts'
import { go } from '#platform/navigation.ts'
import { NumberedSteps } from '#shared/numbered-steps.tsx'
import { unlessTold } from '#shared/told.ts'
import { amendmentNames } from './amendment-words.ts'
import type { Amendment } from './queries.ts'

/** It is done: what it means for papers and cards. */
export function AmendmentDone({ what }: { what: Amendment }) {
  return (
    <Screen title={routes.profile.personalInfo.title}>
      <Result
        drawing={<GrantedDrawing />}
        title={`${amendmentNames[what]}已完成`}
        sentence="新的身份信息已经生效，并已短信通知您"
        actions={
          <>
            <Button onPress={async () => enterApp().catch(unlessTold)}>返回首页</Button>
            <Button
              kind="quiet"
              onPress={async () => go(routes.profile.updateReason, { replace: true })}
            >
              继续更新其他信息
            </Button>
          </>
        }
      >
        <Card title="接下来">
          <NumberedSteps label="说明" steps={what === 'name' ? afterRenaming : afterRenewal} />
        </Card>
      </Result>
    </Screen>
  )
}

const papers = { title: '已签的协议继续有效', note: '以后签署的协议使用新的身份信息' }

const afterRenaming = [
  { title: '请到银行更新户名', note: '银行卡户名与新姓名不一致时，扣款和收款可能失败' },
  papers,
]

const afterRenewal = [
  papers,
  { title: '请到银行更新证件', note: '银行登记的证件过期时，扣款和收款可能受限' },
]
