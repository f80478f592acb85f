import { routes } from '#app/routes.ts'
import { AreaSignIn } from '#shared/sign-in/area-sign-in.tsx'

export default function AgreementSignInScreen() {
  return (
    <AreaSignIn
      sentence="登录后查看和下载您签过的协议，也可以发送到邮箱。"
      draft="sign-in-agreements"
      submitLabel="登录并查看协议"
      home={routes.agreements.signedAgreements}
      withPassword
    />
  )
}
