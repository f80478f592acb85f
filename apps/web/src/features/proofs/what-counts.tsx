import { Card } from '@qingzhou/ui/card'
import { List, ListRow } from '@qingzhou/ui/list-row'

/** What a reviewer can go by. */
export function WhatCounts() {
  return (
    <Card title="哪些可以作为凭证" note="任选一种，能看清金额、日期和收款方即可">
      <List label="可以作为凭证的材料">
        <ListRow label="发票或收据" note="抬头是您本人，或写明了商品和金额" />
        <ListRow label="合同或订单" note="金额页和盖章页都要有" />
        <ListRow label="付款截图或银行流水" note="能看到付款时间、金额和收款方" />
      </List>
    </Card>
  )
}
