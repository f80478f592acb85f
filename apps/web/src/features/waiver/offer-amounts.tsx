import type { BillParts } from '@qingzhou/contract/bills'
import type { WaiverOffer } from '@qingzhou/contract/waiver'
import { displayYuan, subtract, yuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Num } from '@qingzhou/ui/number'
import { Sum } from '@qingzhou/ui/sum'
import { Table } from '@qingzhou/ui/table'
import { partNames } from '#shared/bill-parts.tsx'
import { OfferChip } from './offer-chip.tsx'

const order: readonly (keyof BillParts)[] = ['principal', 'interest', 'penalty', 'fee']

/** The three amounts, the last one the largest in sight, and each part by part. */
export function OfferAmounts({ offer }: { offer: WaiverOffer }) {
  const { loan, dueTotal, waivedTotal, payable } = offer
  return (
    <Card title="只需还" note={loan.purposeName} trailing={<OfferChip offer={offer} />}>
      <Num value={yuan(payable)} yuan size="xl" />
      <Sum
        lines={[
          { label: '逾期应还', value: <Num value={yuan(dueTotal)} /> },
          {
            label: '减免',
            value: <Num value={`-${yuan(waivedTotal)}`} tone="incoming" />,
          },
        ]}
        total={{ label: '只需还', value: <Num value={yuan(payable)} yuan size="md" /> }}
      />
      <Table
        caption="每一项减免多少"
        columns={[
          { label: '项目' },
          { label: '应还', align: 'end' },
          { label: '减免', align: 'end' },
          { label: '只需还', align: 'end' },
        ]}
        rows={rowsOf(offer)}
      />
    </Card>
  )
}

function rowsOf({ due, waived }: WaiverOffer) {
  return order
    .filter((name) => due[name] > 0n)
    .map((name) => ({
      key: name,
      cells: [
        partNames[name],
        displayYuan(due[name]),
        waived[name] > 0n ? `−${displayYuan(waived[name])}` : displayYuan(waived[name]),
        displayYuan(subtract(due[name], waived[name])),
      ],
    }))
}
