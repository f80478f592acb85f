import { Button } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'
import { forgetSession } from '#platform/session.ts'
import { CodesToBothPhones } from './codes-to-both-phones.tsx'
import { forgetPhoneChange, keepPhoneChange, phoneChangeUnderWay } from './phone-change-draft.ts'
import type { PhoneChange } from './phone-change-draft.ts'
import { PhoneChanged } from './phone-changed.tsx'
import { ProveByIdentity } from './prove-by-identity.tsx'

const { verifyPhone, newPhone } = routes.profile

/** Proves a new number: by codes to both phones, or by name, face and a code to the new one. */
export default function VerifyPhoneScreen() {
  const [change, setChange] = useState(phoneChangeUnderWay)
  const [changedTo, setChangedTo] = useState<string>()

  function keep(next: PhoneChange) {
    keepPhoneChange(next)
    setChange(next)
  }

  /** The server has ended every session: ours is only forgotten. */
  function finish(maskedPhone: string) {
    forgetPhoneChange()
    setChangedTo(maskedPhone)
    forgetSession()
  }

  /** It was begun too long ago, or another one was begun since. */
  function lapse() {
    forgetPhoneChange()
    setChange(undefined)
  }

  if (changedTo !== undefined) return <PhoneChanged maskedPhone={changedTo} />
  if (!change) return <NothingUnderWay />
  const steps = { change, onChange: keep, onDone: finish, onLapsed: lapse }
  return change.way === 'identity' ? (
    <ProveByIdentity {...steps} />
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
