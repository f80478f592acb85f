import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { GrantedDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'
import { NumberedSteps } from '#shared/numbered-steps.tsx'
import { product } from '#shared/product.ts'

/** It is done, and everybody is signed out: the new number opens the account. */
export function PhoneChanged({ maskedPhone }: { maskedPhone: string }) {
  return (
    <Screen title={routes.profile.verifyPhone.title}>
      <Result
        drawing={<GrantedDrawing />}
        title="手机号已更换"
        sentence={`请用新手机号 ${maskedPhone} 登录`}
        actions={
          <Button onPress={async () => go(routes.onboarding.landing, { replace: true })}>
            用新手机号登录
          </Button>
        }
      >
        <Card title="请留意">
          <NumberedSteps label="说明" steps={steps} />
        </Card>
      </Result>
    </Screen>
  )
}

const steps = [
  { title: '所有设备都已退出登录', note: '原手机号不能再登录，登录密码不变' },
  {
    title: '授权登录需要重新关联',
    note: `${product.wallet}和${product.messenger}的授权已解除，登录后可再次授权`,
  },
  { title: '银行卡预留手机号没有改变', note: '如需修改，请联系发卡银行' },
]
