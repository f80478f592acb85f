import { routes } from '#app/routes.ts'
import { AreaSignIn } from '#shared/sign-in/area-sign-in.tsx'

export default function SettlementSignInScreen() {
  return (
    <AreaSignIn
      sentence="登录后开具结清证明或信贷账户证明，可以下载，也可以发送到邮箱。"
      draft="sign-in-settlement"
      submitLabel="登录并开具证明"
      home={routes.settlement.chooseCertificate}
      withPassword
    />
  )
}
