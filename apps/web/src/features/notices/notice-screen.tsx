import { Button } from '@qingzhou/ui/inputs'
import { Empty } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { noticeName } from '@qingzhou/contract/wire/params'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import { read } from '#platform/browser/storage.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { Refused } from '#shared/lending/refused.tsx'

const next = {
  title: '接下来',
  steps: [
    { title: '已有的借款照常还款', note: '这个结果不影响您正在还的账单' },
    { title: '情况变化后可以再次申请', note: '谨防“付费包装资料”骗局' },
  ],
}

export default function NoticeScreen() {
  const notice = read(noticeName)

  return (
    <Screen
      title={routes.notices.notice.title}
      footer={
        <Button onPress={async () => go(routes.onboarding.landing, { replace: true })}>
          返回首页
        </Button>
      }
    >
      {notice ? (
        <section className="card">
          <PlainText text={notice} />
        </section>
      ) : (
        <Empty title="目前没有公告">服务正常，有新的公告会显示在这里。</Empty>
      )}
      <ServiceContact>对公告有疑问？</ServiceContact>
    </Screen>
  )
}

/** Text of others, rendered as plain text; each line is a paragraph. */
function PlainText({ text }: { text: string }) {
  const lines = text.split(/\n+/).filter((line) => line.trim() !== '')

  return (
    <div className="stack stack-2">
      {lines.map((line, index) => (
        <p key={index}>{line}</p>
      ))}
    </div>
  )
}

export function RiskRefusedScreen() {
  return (
    <Refused
      route={routes.notices.riskRefused}
      title="暂时不能为您办理"
      sentence={read('riskRefuseMsg') ?? '综合评估后，本次申请未通过。'}
      next={next}
    />
  )
}
