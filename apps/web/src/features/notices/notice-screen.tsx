import { Button } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'
import { read } from '#platform/storage.ts'
import { CallUs } from '#shared/call-us.tsx'
import { PlainText } from './plain-text.tsx'

export default function NoticeScreen() {
  const proclamation = read('proclamation')

  return (
    <Screen
      title={routes.notices.notice.title}
      footer={
        <Button onPress={async () => go(routes.onboarding.landing, { replace: true })}>
          返回首页
        </Button>
      }
    >
      {proclamation ? (
        <section className="card">
          <PlainText text={proclamation} />
        </section>
      ) : (
        <Empty title="目前没有公告">服务正常，有新的公告会显示在这里。</Empty>
      )}
      <CallUs>对公告有疑问？</CallUs>
    </Screen>
  )
}
