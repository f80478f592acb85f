import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { CodeField } from '@qingzhou/ui/code-field'
import { Screen } from '@qingzhou/ui/screen'
import { StepProgress } from '@qingzhou/ui/step-progress'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { Problem } from '#shared/problem.tsx'
import { usePhoneCodes, type VerificationProps } from './use-phone-codes.ts'

const CODE_LENGTH = 5

export interface CodeToNewPhoneProps extends VerificationProps {
  /** What was proven counts no more, so it is proven again. */
  onUnproven: () => void
}

/** The last step without the old phone: the new one is in hand. */
export function CodeToNewPhone({ onUnproven, ...props }: CodeToNewPhoneProps) {
  const { form, problem, secondsLeft, begin, confirm } = usePhoneCodes(props)

  return (
    <Screen
      title={routes.profile.verifyPhone.title}
      onBack={() => backOr(routes.profile.newPhone)}
      trailing={<HelpButton />}
      top={<StepProgress step={3} total={3} />}
      onSubmit={async () => confirm('newCode')}
      footer={
        <Button type="submit" busyLabel="正在更换">
          确认更换手机号
        </Button>
      }
    >
      <Card title="请输入新手机号收到的验证码" note="验证码 5 分钟内有效，请勿告诉任何人">
        <CodeField
          {...form.text('newCode')}
          label="新手机号验证码"
          length={CODE_LENGTH}
          secondsLeft={secondsLeft}
          sendLabel="重新获取"
          onSend={async () => begin('identity')}
          note={`发送至 ${props.change.maskedNew}`}
        />
      </Card>
      <Problem of={problem} />
      {problem !== undefined && (
        <div className="row row-centre">
          <Button kind="text" onPress={onUnproven}>
            重新核验身份
          </Button>
        </div>
      )}
    </Screen>
  )
}
