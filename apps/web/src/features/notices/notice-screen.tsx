import { Button } from '@qingzhou/ui/inputs'
import { Empty } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { noticeName } from '@qingzhou/contract/wire/params'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import { read } from '#platform/browser/storage.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'

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
