import { Card } from '@qingzhou/ui/card'
import {
  CalendarIcon,
  DocumentIcon,
  FallIcon,
  PersonIcon,
  PostponeIcon,
  SealIcon,
  ShieldIcon,
  TicketIcon,
} from '@qingzhou/ui/icons'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { PersonalisedPlanRow, SecondInstalmentRow } from './more-time.tsx'
import { to } from './to.ts'

/** What else can be done here, by those in trouble above all. */
export function ChannelServices() {
  return (
    <Card flush title="还款有困难，或要办业务">
      <List label="业务">
        <PersonalisedPlanRow />
        <SecondInstalmentRow />
        <ListRow
          glyph={<PostponeIcon size={20} />}
          label="延期还款"
          note="把最近一期往后推，利息照计"
          href={to.delay}
        />
        <ListRow
          glyph={<CalendarIcon size={20} />}
          label="困难地区延期"
          note="受灾、疫情、疾病等，凭证明申请"
          href={to.relief}
        />
        <ListRow
          glyph={<TicketIcon size={20} />}
          label="减免还款"
          note="查看给您的减免方案"
          href={to.waiver}
        />
        <ListRow
          glyph={<FallIcon size={20} />}
          label="降息账单"
          note="哪些借款降了息"
          href={to.rateCuts}
        />
        <ListRow
          glyph={<DocumentIcon size={20} />}
          label="已签借据"
          note="个性化分期和账单分期"
          href={to.signedPlans}
        />
        <ListRow
          glyph={<DocumentIcon size={20} />}
          label="已签协议"
          note="查看、下载或发到邮箱"
          href={to.signedAgreements}
        />
        <ListRow
          glyph={<SealIcon size={20} />}
          label="开具证明"
          note="结清证明、信贷账户证明"
          href={to.chooseProof}
        />
        <ListRow
          glyph={<PersonIcon size={20} />}
          label="信息更新"
          note="姓名、身份证或手机号变了"
          href={to.updateInformation}
        />
        <ListRow
          glyph={<ShieldIcon size={20} />}
          label="登录与安全"
          note="关联的应用、登录设备、退出登录"
          href={to.security}
        />
      </List>
    </Card>
  )
}
