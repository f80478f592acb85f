import { useInfiniteQuery } from '@tanstack/react-query'
import { Card, List, ListRow, Screen } from '@qingzhou/ui/layout'
import { DocumentIcon, SealIcon, SearchIcon } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { certificateNames, settledLoansQuery } from './queries.ts'

const { settlement, notices } = routes

/** The choice of the certificate and its use. */
export default function ChooseCertificateScreen() {
  const { data } = useInfiniteQuery(settledLoansQuery)
  const accounts = data?.pages[0]?.accounts

  return (
    <Screen title={settlement.chooseProof.title} onBack={back}>
      <Card flush title="开具哪种证明" note="免费，由贷款人数字签名">
        <List label="证明">
          <ListRow
            glyph={<SealIcon size={20} />}
            label={certificateNames.settlement}
            note={`单笔借款已还清${accounts ? `，${accounts.settledCount} 笔可开` : ''}`}
            href={`#${addressOf(settlement.chooseSettledLoans)}`}
          />
          <ListRow
            glyph={<DocumentIcon size={20} />}
            label={certificateNames.statement}
            note="截至今天的额度和全部借款"
            href={`#${addressOf(settlement.creditStatement)}`}
          />
        </List>
      </Card>
      <Card title="拿到以后">
        <NumberedSteps label="拿到以后" steps={afterwards} />
      </Card>
      <Card flush>
        <List label="核验">
          <ListRow
            glyph={<SearchIcon size={20} />}
            label="核验一份证明"
            note="输入证明上的校验码，无需登录"
            href={`#${addressOf(notices.servicePage, { name: 'verify' })}`}
          />
        </List>
      </Card>
    </Screen>
  )
}

const afterwards = [
  { title: '下载 PDF，或发送到邮箱' },
  { title: '交给需要它的人', note: '例如银行、公积金中心或单位' },
  { title: '对方核验真伪', note: '扫二维码或输入校验码，无需登录' },
]
