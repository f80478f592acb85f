import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, CodeField } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Empty, Result } from '@qingzhou/ui/feedback'
import { GrantedDrawing } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { backOr, go } from '#platform/navigation/navigation.ts'
import { clearPersonalData } from '#platform/session/session.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { personQuery } from '#shared/identity/person-match.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { product } from '#shared/pages/service/product.ts'
import {
  clearPhoneChange,
  pendingPhoneChange,
  storePhoneChange,
  type PhoneChange,
  type VerificationProps,
  usePhoneCodes,
} from './use-phone-codes.ts'
import { VerifyByIdentity } from './verify-by-identity.tsx'

const { verifyPhone, newPhone } = routes.profile

/** Verifies a new number: by codes to both phones, or by name, face and a code to the new one. */
export default function VerifyPhoneScreen() {
  const [change, setChange] = useState(pendingPhoneChange)
  const [changedTo, setChangedTo] = useState<string>()

  function keep(next: PhoneChange) {
    storePhoneChange(next)
    setChange(next)
  }

  /** The server has ended every session; clear the local one. */
  function finish(maskedPhone: string) {
    clearPhoneChange()
    setChangedTo(maskedPhone)
    clearPersonalData()
  }

  /** The change has expired, or another one was started. */
  function lapse() {
    clearPhoneChange()
    setChange(undefined)
  }

  if (changedTo !== undefined) return <PhoneChanged maskedPhone={changedTo} />
  if (!change) return <NothingUnderWay />
  const steps = { change, onChange: keep, onDone: finish, onLapsed: lapse }
  return change.way === 'identity' ? (
    <VerifyByIdentity {...steps} />
  ) : (
    <CodesToBothPhones {...steps} />
  )
}

function NothingUnderWay() {
  return (
    <Screen title={verifyPhone.title} onBack={() => void go(newPhone, { replace: true })}>
      <Empty
        title="本次修改已失效"
        action={
          <Button onPress={async () => go(newPhone, { replace: true })}>重新填写新手机号</Button>
        }
      >
        手机号没有改变。修改要在 30 分钟内完成，请重新开始
      </Empty>
    </Screen>
  )
}

/** The completed change: all sessions have ended, and the new number signs in. */
function PhoneChanged({ maskedPhone }: { maskedPhone: string }) {
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

const CODE_LENGTH = 5

/** With both phones: a code to each. */
function CodesToBothPhones(props: VerificationProps) {
  const { maskedOld, maskedNew } = props.change
  const person = useQuery(personQuery())
  const { form, problem, secondsLeft, begin, confirm } = usePhoneCodes(props)
  const sending = {
    length: CODE_LENGTH,
    secondsLeft,
    sendLabel: '重新获取',
    onSend: async () => begin('bothPhones'),
  }

  return (
    <Screen
      title={routes.profile.verifyPhone.title}
      onBack={() => backOr(routes.profile.newPhone)}
      trailing={<HelpButton />}
      onSubmit={async () => confirm('oldCode', 'newCode')}
      footer={
        <Button type="submit" busyLabel="正在更换">
          确认更换手机号
        </Button>
      }
    >
      <Card title="请输入两个手机号收到的验证码" note="验证码 5 分钟内有效，请勿告诉任何人">
        <CodeField
          {...form.text('oldCode')}
          {...sending}
          label="原手机号验证码"
          note={`已发送至 ${maskedOld}`}
        />
        <CodeField
          {...form.text('newCode')}
          {...sending}
          label="新手机号验证码"
          note={`已发送至 ${maskedNew}`}
        />
      </Card>
      <FormError of={problem} />
      {person.data?.saved && (
        <div className="row row-centre">
          <Button kind="text" onPress={async () => begin('identity')}>
            原手机号收不到短信，改用身份核验
          </Button>
        </div>
      )}
    </Screen>
  )
}
