import type { BillInstalment } from '@qingzhou/contract/bills'
import { displayYuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { SettledDrawing } from '@qingzhou/ui/illustrations'
import { dayInWords } from './figures.ts'
import { Phrases } from './phrases.tsx'

/** A bill whose time has not begun can't be paid as one, but its loan can be repaid early. */
export function NothingToPay({ next, payEarly }: { next: BillInstalment; payEarly: string }) {
  return (
    <Empty
      title="现在没有要还的账单"
      drawing={<SettledDrawing />}
      action={
        <ButtonLink kind="quiet" fit href={payEarly}>
          提前还款
        </ButtonLink>
      }
    >
      <Phrases of={whenInWords(next)} />
    </Empty>
  )
}

function whenInWords({ amount, dueDate, payableFrom }: BillInstalment): string {
  const due = `${dayInWords(dueDate)}到期`
  return `下一期 ${displayYuan(amount)} 元，${due}，${dayInWords(payableFrom)}起可还`
}
