import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { Card } from '@qingzhou/ui/card'
import { List, ListRow } from '@qingzhou/ui/list-row'

/** What ends with the limit, what can be done still, and how long what is known of somebody is kept. */
export function WhatEnds({ keptUntil }: { keptUntil: LocalDate }) {
  return (
    <>
      <Card flush title="注销后会怎样">
        <List label="注销后会怎样">
          <ListRow label="额度立即失效" note="不能恢复。以后需要借款可以重新申请，以届时审核为准" />
          <ListRow
            label="不再扣款"
            note="银行卡的扣款授权同时终止；如有多付的款项，会自动退回原卡"
          />
          <ListRow label="所有设备退出登录" note="仍可用手机号登录，查看记录、协议和开具结清证明" />
        </List>
      </Card>
      <Card title="您的个人信息">
        <p className="small">
          身份信息、银行卡、借还款记录和已签协议，法律要求保存到{' '}
          <strong className="tabular">{keptUntil}</strong>，期间只用于法定查询和处理您的请求。
        </p>
        <p className="small ink-2">
          到期后自动删除，账目中只留下金额和日期，无法再对应到您。期间重新申请额度的，从新业务结束时起算。
        </p>
      </Card>
    </>
  )
}
