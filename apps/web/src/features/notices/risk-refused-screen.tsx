import { routes } from '#app/routes.ts'
import { read } from '#platform/browser/storage.ts'
import { Refused } from '#shared/lending/refused.tsx'

export default function RiskRefusedScreen() {
  return (
    <Refused
      route={routes.notices.riskRefused}
      title="暂时不能为您办理"
      sentence={read('riskRefuseMsg') ?? '综合评估后，本次申请未通过。'}
      next={next}
    />
  )
}

const next = {
  title: '接下来',
  steps: [
    { title: '已有的借款照常还款', note: '这个结果不影响您正在还的账单' },
    { title: '情况变化后可以再次申请', note: '谨防“付费包装资料”骗局' },
  ],
}
