import { useState } from 'react'
import { Button, CodeField } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { GrantedDrawing } from '@qingzhou/ui/graphics'
import { Result, StepProgress } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { faceSessionInLink } from '#shared/face-check/face-outcome.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { PersonFields, usePersonMatch } from '#shared/identity/person-match.tsx'
import { FaceInReview } from '#shared/face-check/face-in-review.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { OwnFace } from './own-face.tsx'
import { usePhoneCodes, type VerificationProps } from './use-phone-codes.ts'

const { title } = routes.profile.verifyPhone

const goBack = () => backOr(routes.profile.newPhone)

/** Without the old phone: name, face, and a code to the new phone. */
export function VerifyByIdentity(props: VerificationProps) {
  const { change, onChange } = props
  const [refusedCheck, setRefusedCheck] = useState<string>()
  const reach = (proven: typeof change.proven) => onChange({ ...change, proven })

  if (change.proven === 'nothing') {
    return <NameStep changeNo={change.changeNo} onMatch={() => reach('person')} />
  }
  if (change.proven === 'person') {
    return (
      <FaceForPhone
        changeNo={change.changeNo}
        refusedCheck={refusedCheck}
        onPassed={() => reach('face')}
        onReview={() => reach('review')}
      />
    )
  }
  if (change.proven === 'review') {
    return (
      <Screen {...frame}>
        <FaceInReview
          purpose="phone"
          businessNo={change.changeNo}
          onPassed={() => reach('face')}
          onFailed={(faceSessionNo) => {
            setRefusedCheck(faceSessionNo)
            reach('person')
          }}
        />
      </Screen>
    )
  }
  return <CodeToNewPhone {...props} onUnproven={() => reach('nothing')} />
}

function NameStep({ changeNo, onMatch }: { changeNo: string; onMatch: () => void }) {
  const match = usePersonMatch({ purpose: 'phone', businessNo: changeNo, onMatch })

  return (
    <Screen
      title={title}
      onBack={goBack}
      trailing={<HelpButton />}
      top={<StepProgress step={1} total={3} next="人脸核验" />}
      onSubmit={match.submit}
      footer={
        <Button type="submit" busyLabel="正在核对">
          确认是本人，下一步
        </Button>
      }
    >
      <PersonFields match={match} />
      <p className="caption ink-3">只用于确认更换手机号的是您本人</p>
    </Screen>
  )
}

const frame = {
  title: routes.profile.verifyPhone.title,
  onBack: () => backOr(routes.profile.newPhone),
  top: <StepProgress step={2} total={3} next="短信验证" />,
} as const

interface FaceForPhoneProps {
  changeNo: string
  /** The check that a person has refused just now. */
  refusedCheck: string | undefined
  onPassed: () => void
  onReview: () => void
}

/** The face check of the change. */
function FaceForPhone({ changeNo, refusedCheck, onPassed, onReview }: FaceForPhoneProps) {
  const [cameFrom] = useState(() => refusedCheck ?? faceSessionInLink())
  return (
    <OwnFace
      purpose="phone"
      businessNo={changeNo}
      frame={frame}
      cameFrom={cameFrom}
      passed={
        <Result
          drawing={<GrantedDrawing />}
          title="核验通过"
          sentence="已确认是您本人。接下来验证新手机号"
          actions={<Button onPress={onPassed}>继续验证新手机号</Button>}
        />
      }
      onPassed={onPassed}
      onReview={onReview}
    />
  )
}

const CODE_LENGTH = 5

interface CodeToNewPhoneProps extends VerificationProps {
  /** The verification has expired and is repeated. */
  onUnproven: () => void
}

/** The last step without the old phone: a code to the new one. */
function CodeToNewPhone({ onUnproven, ...props }: CodeToNewPhoneProps) {
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
      <FormError of={problem} />
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
