import { routes } from '#app/routes.ts'
import { AreaSignIn } from '#shared/sign-in/area-sign-in.tsx'

export default function RestructureSignInScreen() {
  return (
    <AreaSignIn
      sentence="登录后把逾期的借款合成一笔，按您能负担的期数慢慢还。"
      draft="sign-in-restructure"
      submitLabel="登录并查看账单"
      home={routes.restructure.chooseBills}
      withPassword
    />
  )
}
