import { useState } from 'react'
import type { BillInstalment } from '@qingzhou/contract/bills'
import { Button } from '@qingzhou/ui/button'
import { InstalmentRows } from '#shared/instalment-rows.tsx'

/** As many as are in sight at once on a phone. */
const SHOWN = 6

/** The instalments from the one before the next on; all sixty of them only for who asks. */
export function PlanInstalments({ instalments }: { instalments: readonly BillInstalment[] }) {
  const [isWhole, setWhole] = useState(instalments.length <= SHOWN)
  return (
    <div className="stack stack-2">
      <InstalmentRows
        title="各期账单"
        instalments={isWhole ? instalments : aroundNext(instalments)}
      />
      {!isWhole && (
        <Button kind="text" onPress={() => setWhole(true)}>
          查看全部 {instalments.length} 期
        </Button>
      )}
    </div>
  )
}

function aroundNext(instalments: readonly BillInstalment[]): readonly BillInstalment[] {
  const next = instalments.findIndex(({ state }) => state !== 'settled')
  const latest = instalments.length - SHOWN
  const from = next === -1 ? latest : Math.min(Math.max(next - 1, 0), latest)
  return instalments.slice(from, from + SHOWN)
}
