import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { CodeField } from '@qingzhou/ui/code-field'
import { Screen } from '@qingzhou/ui/screen'
import { useQuery } from '@tanstack/react-query'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { personQuery } from '#shared/person-query.ts'
import { Problem } from '#shared/problem.tsx'
import { usePhoneCodes, type VerificationProps } from './use-phone-codes.ts'

const CODE_LENGTH = 5

/** Who holds both phones types what came to each. */
export function CodesToBothPhones(props: VerificationProps) {
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
      <Problem of={problem} />
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
