import { routes } from '#app/routes.ts'
import { read } from '#platform/browser/storage.ts'
import { Refused } from '#shared/lending/refused.tsx'

export default function RefusedScreen() {
  return (
    <Refused
      route={routes.credit.refused}
      title="您的情况暂不符合申请条件"
      sentence={read('refuseMsg') ?? '很抱歉，目前不能为您开通额度。'}
      next={next}
    />
  )
}

const next = {
  title: '请放心',
  steps: [
    { title: '没有产生任何费用', note: '也不会有人向您收取“解除限制”的费用' },
    { title: '已有的借款照常还款', note: '这个结果不影响您正在还的账单' },
  ],
}
