import { useState } from 'react'
import { Button } from '@qingzhou/ui/inputs'
import { EmptyDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { wrongField } from '#platform/api/api-error.ts'
import { startAuthorisation } from '#platform/session/authorisation.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { openWanted, storedWanted, WANTED } from '#platform/navigation/wanted-page.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { product } from '#shared/pages/service/product.ts'
import { Sentences } from '#shared/pages/phrases.tsx'
import { SignInForm } from '#shared/sign-in/sign-in-form.tsx'
import type { CodeEntry } from '#shared/sign-in/code-sign-in.ts'
import { clearWalletTicket, hasExpired, walletTicket, type WalletTicket } from './wallet-ticket.ts'

export default function RegisterInWalletScreen() {
  const [ticket, setTicket] = useState(walletTicket)

  function startAgain() {
    clearWalletTicket()
    setTicket(undefined)
  }

  return (
    <Screen title={routes.onboarding.registerInWallet.title} onBack={back}>
      {ticket ? <ProvenPhone ticket={ticket} onLapsed={startAgain} /> : <AskAuthorisation />}
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

interface ProvenPhoneProps {
  ticket: WalletTicket
  /** Called when the authorisation has expired. */
  onLapsed: () => void
}

/** The phone is verified by a code: the one that the app reports may have another owner by now. */
function ProvenPhone({ ticket: input, onLapsed }: ProvenPhoneProps) {
  const { ticket, provider, maskedPhone } = input
  const app = product[provider]

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
      {maskedPhone !== '' ? (
        <section className="card">
          <p className="small ink-2">{app}登记的手机号</p>
          <p className="heading tabular">{maskedPhone}</p>
          <p className="small ink-2 ruled">
            为保护您的账户，首次用{app}登录须用短信验证码确认手机号。也可以填写其他手机号。
          </p>
        </section>
      ) : (
        <p className="ink-2">填写您常用的手机号，用短信验证码确认是您本人。</p>
      )}
      <SignInForm
        draft="register-in-wallet-phone"
        submitLabel="确认并登录"
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
