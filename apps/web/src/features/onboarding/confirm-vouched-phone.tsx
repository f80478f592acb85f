import { codes } from '@qingzhou/contract/codes'
import { Button } from '@qingzhou/ui/button'
import { Form } from '@qingzhou/ui/form'
import { ApiError } from '#platform/api-error.ts'
import { enterWanted } from '#platform/wanted-page.ts'
import { admit } from '#shared/admit.ts'
import { AgreementTick } from '#shared/agreement-tick.tsx'
import { consent, signInAgreements } from '#shared/agreements.ts'
import { useForm } from '#shared/form.ts'
import { onboarding } from '#shared/onboarding-calls.ts'
import { product } from '#shared/product.ts'
import { unlessTold } from '#shared/told.ts'
import { forgetWalletTicket, hasLapsed } from './wallet-ticket.ts'
import type { WalletTicket } from './wallet-ticket.ts'

export interface ConfirmVouchedPhoneProps {
  ticket: WalletTicket
  onOther: () => void
  /** The authorisation is too old: it has to be given anew. */
  onLapsed: () => void
}

/** The payment app vouches for a phone; the person says whether it is the one to use. */
export function ConfirmVouchedPhone({ ticket, onOther, onLapsed }: ConfirmVouchedPhoneProps) {
  const form = useForm({
    draft: 'register-in-wallet',
    initial: { agreed: false },
    rules: { agreed: consent },
    unkept: ['agreed'],
  })

  async function register() {
    if (!form.check('agreed')) return
    try {
      const session = await onboarding.registerThroughPartner({
        partner: 'wallet',
        ticket: ticket.ticket,
        agreed: signInAgreements.map(({ name }) => name),
      })
      forgetWalletTicket()
      admit(session)
      await enterWanted()
    } catch (error) {
      unlessTold(error)
      if (hasLapsed(error)) onLapsed()
      // Somebody registered the phone a moment ago: now it takes a code.
      else if (error instanceof ApiError && error.code === codes.invalidField) onOther()
    }
  }

  return (
    <Form onSubmit={register} className="stack stack-4" label="确认手机号">
      <section className="card">
        <p className="small ink-2">{product[ticket.provider]}确认的手机号</p>
        <p className="heading tabular">{ticket.maskedPhone}</p>
        <p className="small ink-2 ruled">注册后用这个手机号接收验证码和还款提醒。</p>
      </section>
      <div className="stack stack-1">
        <Button type="submit" busyLabel="正在注册…">
          用这个手机号注册
        </Button>
        <AgreementTick {...form.tick('agreed')} agreements={signInAgreements} />
      </div>
      <Button kind="quiet" onPress={onOther}>
        换一个手机号
      </Button>
    </Form>
  )
}
