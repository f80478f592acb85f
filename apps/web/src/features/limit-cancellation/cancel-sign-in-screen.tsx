import { routes } from '#app/routes.ts'
import { AreaSignIn } from '#shared/sign-in/area-sign-in.tsx'

export default function CancelSignInScreen() {
  return (
    <AreaSignIn
      sentence="登录后查看您的额度能否注销。"
      note="请使用申请额度时的手机号登录"
      draft="sign-in-cancel-limit"
      submitLabel="登录并查看额度"
      home={routes['limit-cancellation'].cancellableLimits}
      withPassword
    />
  )
}
