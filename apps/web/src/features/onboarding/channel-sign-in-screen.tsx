import { routes } from '#app/routes.ts'
import { AreaSignIn } from '#shared/sign-in/area-sign-in.tsx'

export default function ChannelSignInScreen() {
  return (
    <AreaSignIn
      sentence="登录后查看账单、还款和办理业务。"
      draft="sign-in-channel"
      submitLabel="登录并查看账单"
      home={routes.repayment.channelAllBills}
      withPassword
    />
  )
}
