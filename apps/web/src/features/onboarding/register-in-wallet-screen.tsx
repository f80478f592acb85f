import { useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { Button, Form } from '@qingzhou/ui/inputs'
import { EmptyDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { ApiError, ignoreRefusal, wrongField } from '#platform/api/api-error.ts'
import { startAuthorisation } from '#platform/session/authorisation.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { openWanted, storedWanted, WANTED } from '#platform/navigation/wanted-page.ts'
import { startSession } from '#shared/sign-in/start-session.ts'
import { AgreementTick, consent, signInAgreements } from '#shared/agreements/agreement-tick.tsx'
import { useForm } from '#shared/forms/form.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { product } from '#shared/pages/service/product.ts'
import { Sentences } from '#shared/pages/phrases.tsx'
import { SignInForm } from '#shared/sign-in/sign-in-form.tsx'
import type { CodeEntry } from '#shared/sign-in/code-sign-in.ts'
import { clearWalletTicket, hasExpired, walletTicket, type WalletTicket } from './wallet-ticket.ts'

export default function RegisterInWalletScreen() {
  const [ticket, setTicket] = useState(walletTicket)
  const [wantsOther, setWantsOther] = useState(false)
  const isByCode = ticket?.codeNeeded === true || wantsOther

  function startAgain() {
    clearWalletTicket()
    setTicket(undefined)
  }

  return (
    <Screen title={routes.onboarding.registerInWallet.title} onBack={back}>
      {!ticket && <AskAuthorisation />}
      {ticket && !isByCode && (
        <ConfirmVouchedPhone
          ticket={ticket}
          onOther={() => setWantsOther(true)}
          onLapsed={startAgain}
        />
      )}
      {ticket && isByCode && <OtherPhone ticket={ticket} onLapsed={startAgain} />}
    </Screen>
  )
}

/** The payment app must identify the user first. */
function AskAuthorisation() {
  const isInWallet = browserKind() === 'wallet'

  return (
    <Result
      drawing={<EmptyDrawing />}
      title={isInWallet ? '先完成授权，再注册' : `请在${product.wallet}中打开`}
      sentence={<Sentences of={isInWallet ? inWallet : elsewhere} />}
      actions={
        <>
          {isInWallet && (
            <Button onPress={() => startAuthorisation('wallet', storedWanted())}>去授权</Button>
          )}
          <Button
            kind={isInWallet ? 'quiet' : 'primary'}
            onPress={async () =>
              go(routes.onboarding.register, { query: { [WANTED]: storedWanted() } })
            }
          >
            用手机号注册
          </Button>
        </>
      }
    />
  )
}

const inWallet = [`${product.wallet}会请您确认授权。`, '我们只取手机号，不取余额和账单。']

const elsewhere = [`本页需要${product.wallet}的授权。`, '您也可以直接用手机号注册。']

interface OtherPhoneProps {
  ticket: WalletTicket
  /** Called when the authorisation has expired. */
  onLapsed: () => void
}

/** Another phone than the payment app's, or one with an account, is verified by a code. */
function OtherPhone({ ticket: input, onLapsed }: OtherPhoneProps) {
  const { ticket, provider, maskedPhone, codeNeeded } = input
  const app = product[provider]
  const hasAccount = codeNeeded && maskedPhone !== ''

  async function register({ mobile, dynamicCode, agreed }: CodeEntry) {
    try {
      const partner = { partner: 'wallet', ticket } as const
      return await onboarding.registerThroughPartner(
        { ...partner, mobile, dynamicCode, agreed },
        wrongField,
      )
    } catch (error) {
      if (hasExpired(error)) onLapsed()
      throw error
    }
  }

  return (
    <div className="stack stack-4">
      {hasAccount ? (
        <section className="card">
          <p className="small ink-2">{app}登记的手机号</p>
          <p className="heading tabular">{maskedPhone}</p>
          <p className="small ink-2 ruled">
            该手机号已有{product.name}账户。为保护您的账户，首次用{app}登录须输入短信验证码确认。
          </p>
        </section>
      ) : (
        <p className="ink-2">填写您常用的手机号，用短信验证码确认是您本人。</p>
      )}
      <SignInForm
        draft="register-in-wallet-phone"
        submitLabel={hasAccount ? '确认并登录' : '注册并登录'}
        consequence="已注册的手机号将与本次授权关联"
        signIn={register}
        onSignedIn={enter}
      />
    </div>
  )
}

async function enter() {
  clearWalletTicket()
  await openWanted()
}

interface ConfirmVouchedPhoneProps {
  ticket: WalletTicket
  onOther: () => void
  /** Called when the authorisation has expired. */
  onLapsed: () => void
}

/** The payment app provides a phone; the user confirms it. */
function ConfirmVouchedPhone({ ticket, onOther, onLapsed }: ConfirmVouchedPhoneProps) {
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
      clearWalletTicket()
      startSession(session)
      await openWanted()
    } catch (error) {
      ignoreRefusal(error)
      if (hasExpired(error)) onLapsed()
      // The phone was registered meanwhile: a code is required.
      else if (error instanceof ApiError && error.code === codes.invalidField) onOther()
    }
  }

  return (
    <Form onSubmit={register} className="stack stack-4" label="确认手机号">
      <section className="card">
        <p className="small ink-2">{product[ticket.provider]}确认的手机号</p>
        <p className="heading tabular">{ticket.maskedPhone}</p>
        <p className="small ink-2 ruled">注册后用这个手机号接收验证码和扣款通知。</p>
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
