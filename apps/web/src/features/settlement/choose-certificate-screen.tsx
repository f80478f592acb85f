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
    <Screen title={settlement.chooseCertificate.title} onBack={back}>
      <Card flush title="选择证明类型" note="免费，由贷款人数字签名">
        <List label="证明">
          <ListRow
            glyph={<SealIcon size={20} />}
            label={certificateNames.settlement}
            note={settledNote(accounts?.settledCount)}
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
      <Card title="使用方法">
        <NumberedSteps label="使用方法" steps={afterwards} />
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

function settledNote(count: number | undefined): string {
  if (count === undefined) return '单笔借款已还清'
  return count === 0 ? '暂无可开具的借款' : `单笔借款已还清，${count} 笔可开具`
}

const afterwards = [
  { title: '下载 PDF，或发送到邮箱' },
  { title: '提交给用证单位', note: '例如银行、公积金中心或单位' },
  { title: '对方核验真伪', note: '扫二维码或输入校验码，无需登录' },
]
