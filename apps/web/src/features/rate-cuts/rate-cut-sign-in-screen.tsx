import { routes } from '#app/routes.ts'
import { AreaSignIn } from '#shared/sign-in/area-sign-in.tsx'

export default function RateCutSignInScreen() {
  return (
    <AreaSignIn
      sentence="登录后查看哪些借款已降息、共少付多少利息。"
      draft="sign-in-rate-cuts"
      submitLabel="登录并查看降息"
      home={routes['rate-cuts'].rateCuts}
      withPassword
    />
  )
}
