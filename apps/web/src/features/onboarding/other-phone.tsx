import { enterWanted } from '#platform/wanted-page.ts'
import { onboarding } from '#shared/onboarding-calls.ts'
import { product } from '#shared/product.ts'
import { SignInForm } from '#shared/sign-in-form.tsx'
import type { CodeEntry } from '#shared/use-code-sign-in.ts'
import { forgetWalletTicket, hasLapsed } from './wallet-ticket.ts'
import type { WalletTicket } from './wallet-ticket.ts'

export interface OtherPhoneProps {
  ticket: WalletTicket
  /** The authorisation is too old: it has to be given anew. */
  onLapsed: () => void
}

/** Another phone than the payment app's, or one that has an account, is proven by a code. */
export function OtherPhone({ ticket: given, onLapsed }: OtherPhoneProps) {
  const { ticket, provider, maskedPhone, codeNeeded } = given
  const app = product[provider]
  const hasAccount = codeNeeded && maskedPhone !== ''

  async function register({ mobile, dynamicCode, agreed }: CodeEntry) {
    try {
      const partner = { partner: 'wallet', ticket } as const
      return await onboarding.registerThroughPartner({ ...partner, mobile, dynamicCode, agreed })
    } catch (error) {
      if (hasLapsed(error)) onLapsed()
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
  forgetWalletTicket()
  await enterWanted()
}
