import { routes } from '#app/routes.ts'
import { AreaSignIn } from '#shared/sign-in/area-sign-in.tsx'

export default function RestructureSignInScreen() {
  return (
    <AreaSignIn
      sentence="登录后将逾期借款合并为一笔，按您能负担的期数分期偿还。"
      draft="sign-in-restructure"
      submitLabel="登录并查看账单"
      home={routes.restructure.chooseBills}
      withPassword
    />
  )
}
