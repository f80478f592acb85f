import { routes } from '#app/routes.ts'
import { AreaSignIn } from '#shared/sign-in/area-sign-in.tsx'

export default function ProfileSignInScreen() {
  return (
    <AreaSignIn
      sentence="登录后更新身份证、手机号、地址、联系人等信息。"
      note="原手机号已停用的，请用密码登录"
      draft="sign-in-profile"
      submitLabel="登录并更新信息"
      home={routes.profile.updateReason}
      withPassword
    />
  )
}
