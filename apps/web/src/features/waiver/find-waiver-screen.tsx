import { routes } from '#app/routes.ts'
import { AreaSignIn } from '#shared/sign-in/area-sign-in.tsx'

/** Phone and code identify the customer; a signed-in user continues directly. */
export default function FindWaiverScreen() {
  return (
    <AreaSignIn
      sentence="查询您的减免还款方案。"
      note="请使用借款时的手机号，勿向个人账户转账"
      draft="sign-in-waiver"
      submitLabel="查询减免方案"
      home={routes.waiver.payWaiver}
    />
  )
}
