import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BoundCard } from '@qingzhou/contract/features/cards'
import { Banner, Result } from '@qingzhou/ui/feedback'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { WaitingDrawing } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import { useDeviceKeysSoon } from '#platform/session/device-keys.ts'
import { AgreementTick, bindingAgreements } from '#shared/agreements/agreement-tick.tsx'
import { PhoneField } from '#shared/forms/grouped-field.tsx'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { personQuery } from '#shared/identity/person-match.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { SmsCodeField } from '#shared/sign-in/sms-code.tsx'
import { useSecondsSince } from '#shared/pages/timers.ts'
import { CardNumberField } from './card-number-field.tsx'
import { useCardBinding } from './use-card-binding.ts'

interface BindCardProps {
  title: string
  /** The draft name of the input. */
  draft: string
  onBound: (card: BoundCard) => void
  /** Between the bar and the form, e.g. the progress of an application. */
  top?: ReactNode
  /** The purpose of the card. */
  purpose?: string
  onBack: () => void
}

const USUAL = '借款发放到这张卡，还款也从这张卡扣款。添加时不会扣款，以后可更换。'

/** Binds a debit card of the customer, verified by the bank. */
export function BindCard({ title, top, purpose = USUAL, onBack, ...setup }: BindCardProps) {
  useDeviceKeysSoon()
  const { form, sending, submit, problem, underWay } = useCardBinding(setup)
  if (underWay) {
    return (
      <Screen title={title} top={top} onBack={onBack} trailing={<HelpButton />}>
        <BankProcessing since={underWay.since} />
      </Screen>
    )
  }

  return (
    <Screen
      title={title}
      top={top}
      onBack={onBack}
      trailing={<HelpButton />}
      onSubmit={submit}
      footer={
        <Button type="submit" busyLabel="正在提交给银行…">
          确认添加这张卡
        </Button>
      }
    >
      <FormError of={problem} />
      <Card
        title="储蓄卡"
        note={<Holder />}
        trailing={
          <ButtonLink kind="text" href={`#${addressOf(routes.cards.supportedBanks)}`}>
            支持银行
          </ButtonLink>
        }
      >
        <CardNumberField {...form.text('cardNo')} />
        <PhoneField
          {...form.text('phone')}
          label="银行预留手机号"
          note="请填写银行预留手机号，验证码由银行发送"
        />
      </Card>
      <AgreementTick {...form.tick('agreed')} agreements={bindingAgreements} />
      <Card>
        <SmsCodeField {...form.text('smsCode')} sending={sending} />
      </Card>
      <Banner>{purpose}</Banner>
    </Screen>
  )
}

function Holder() {
  const { data } = useQuery(personQuery())
  return data?.saved ? `持卡人 ${data.saved.name}，须为本人名下的卡` : '须为本人名下的卡'
}

const USUAL_SECONDS = 60

/** The bank is processing; the user can wait here or leave. */
function BankProcessing({ since }: { since: number }) {
  const seconds = useSecondsSince(since)
  const isLong = seconds > USUAL_SECONDS

  return (
    <Result
      drawing={<WaitingDrawing />}
      title="银行处理中"
      sentence={
        isLong
          ? '处理时间比平时稍长。您可以先离开，稍后返回查看结果，无需重新填写。'
          : '通常 1 分钟内完成，请不要重复添加。'
      }
      alive={isLong ? '仍在等待银行的结果' : `已等待 ${seconds} 秒`}
    />
  )
}
