import { phone as phoneRule } from '@qingzhou/contract/wire/fields'
import { codes } from '@qingzhou/contract/codes'
import { Banner } from '@qingzhou/ui/feedback'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { backOr, go } from '#platform/navigation/navigation.ts'
import { useDeviceKeysSoon } from '#platform/session/device-keys.ts'
import { useForm } from '#shared/forms/form.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { personQuery } from '#shared/identity/person-match.tsx'
import { PhoneField } from '#shared/forms/grouped-field.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { beginPhoneChange, type PhoneChange } from './use-phone-codes.ts'
import { ownPhoneQuery } from '#shared/profile/queries.ts'

const { newPhone, verifyPhone, updateReason } = routes.profile

/** The new phone number. */
export default function NewPhoneScreen() {
  useDeviceKeysSoon()
  const own = useQuery(ownPhoneQuery())
  const person = useQuery(personQuery())
  const { form, begin, problem } = useBeginning()

  return (
    <Screen
      title={newPhone.title}
      onBack={() => backOr(updateReason)}
      trailing={<HelpButton />}
      onSubmit={async () => begin('bothPhones')}
      footer={
        <>
          <Button type="submit" busyLabel="正在发送验证码">
            下一步，验证手机号
          </Button>
          {person.data?.saved && (
            <Button kind="text" onPress={async () => begin('identity')}>
              原手机号已停用，用身份核验
            </Button>
          )}
        </>
      }
    >
      <Card>
        <Pairs
          pairs={[
            {
              label: '当前手机号',
              value: <span className="tabular">{own.data?.mobile ?? '…'}</span>,
            },
          ]}
        />
        <PhoneField {...form.text('phone')} label="新手机号" autoComplete="off" />
      </Card>
      <FormError of={problem} />
      <Banner>
        更换后请用新手机号登录，所有设备都会退出。银行卡的预留手机号不会随之改变，如需修改请联系发卡银行。
      </Banner>
    </Screen>
  )
}

function useBeginning() {
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    draft: 'new-phone',
    initial: { phone: '' },
    rules: { phone: phoneRule },
    notPersisted: [],
  })

  async function begin(way: PhoneChange['way']) {
    if (!form.check('phone')) return
    setProblem(undefined)
    try {
      await beginPhoneChange({ mobile: form.values.phone, way })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // Errors of the number are shown at its field.
      const isTaken = error.code === codes.accountState && way === 'bothPhones'
      const isOfNumber = error.code === codes.invalidField || isTaken
      if (isOfNumber) form.fail('phone', error.message)
      else setProblem(error.message)
      return
    }
    await go(verifyPhone)
  }

  return { form, begin, problem }
}
