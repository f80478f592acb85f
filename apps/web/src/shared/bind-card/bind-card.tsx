import type { BoundCard } from '@qingzhou/contract/cards'
import { Banner } from '@qingzhou/ui/banner'
import { Button, ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Screen } from '@qingzhou/ui/screen'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { routes } from '#app/routes.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { addressOf } from '#platform/navigation.ts'
import { AgreementTick } from '#shared/agreement-tick.tsx'
import { bindingAgreements } from '#shared/agreements.ts'
import { personQuery } from '#shared/person-query.ts'
import { PhoneField } from '#shared/phone-field.tsx'
import { Problem } from '#shared/problem.tsx'
import { SmsCodeField } from '#shared/sms-code-field.tsx'
import { BankAtWork } from './bank-at-work.tsx'
import { CardNumberField } from './card-number-field.tsx'
import { useCardBinding } from './use-card-binding.ts'

export interface BindCardProps {
  title: string
  /** What was typed survives a reload under this name. */
  draft: string
  onBound: (card: BoundCard) => void
  /** Between the bar and the form: the progress of an application. */
  top?: ReactNode
  /** What the card is for. */
  purpose?: string
  onBack: () => void
}

const USUAL = '借款打到这张卡，也从这张卡还款。添加时不会扣款，以后可以换卡。'

/** A savings card of one's own, proven by the bank. */
export function BindCard({ title, top, purpose = USUAL, onBack, ...setup }: BindCardProps) {
  const { form, sending, submit, problem, underWay } = useCardBinding(setup)
  if (underWay) {
    return (
      <Screen title={title} top={top} onBack={onBack} trailing={<HelpButton />}>
        <BankAtWork since={underWay.since} />
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
      <Problem of={problem} />
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
          note="办卡时留给银行的号码，验证码由银行发送"
        />
        <SmsCodeField {...form.text('smsCode')} sending={sending} />
      </Card>
      <AgreementTick {...form.tick('agreed')} agreements={bindingAgreements} />
      <Banner>{purpose}</Banner>
    </Screen>
  )
}

function Holder() {
  const { data } = useQuery(personQuery())
  return data?.saved ? `持卡人 ${data.saved.name}，须为本人名下的卡` : '须为本人名下的卡'
}
