import { type ReactNode, useState } from 'react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { Button } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { Confirm, toast } from '@qingzhou/ui/overlays'
import { drawParam } from '@qingzhou/contract/wire/params'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { linkQuery } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'

const { currentStep, cancel, result } = callsOf('loans', {
  currentStep: loansShapes.currentStep,
  cancel: loansShapes.cancel,
  result: loansShapes.result,
})

/** Query of one draw: what it waits for, or why it has ended. */
export function drawQuery(drawNo: string) {
  return queryOptions({
    queryKey: ['loans', 'draw-of-check', drawNo],
    queryFn: async ({ signal }) => result({ drawNo }, { signal, quiet: true }),
    refetchOnMount: 'always',
    gcTime: 0,
    retry: false,
  })
}

/** Query of the customer's draw in progress, whichever phone it was begun on. */
const openDrawQuery = queryOptions({
  queryKey: ['loans', 'open-draw'],
  queryFn: async ({ signal }) => (await currentStep({}, { signal, quiet: true })).drawNo ?? null,
  refetchOnMount: 'always',
  gcTime: 0,
})

const NUMBER = /^[\w-]{8,64}$/

function numberIn(text: string | undefined): string | undefined {
  return text !== undefined && NUMBER.test(text) ? text : undefined
}

interface OfDrawProps {
  title: string
  onBack: () => void
  /** The draw to show when none is in progress. */
  otherwise?: string | undefined
  /** Shown when there is no draw at all. */
  without: ReactNode
  children: (drawNo: string) => ReactNode
}

/** A page of one draw: the one that the address names, or the one in progress. */
export function OfDraw({ title, onBack, otherwise, without, children }: OfDrawProps) {
  const named = numberIn(linkQuery()[drawParam])
  const open = useQuery({ ...openDrawQuery, enabled: named === undefined })
  const known = named ?? (open.data === null ? numberIn(otherwise) : open.data)
  if (known !== undefined) return children(known)
  return (
    <Screen title={title} onBack={onBack}>
      <QueryState query={open} skeleton={<SkeletonCards count={2} />}>
        {() => without}
      </QueryState>
    </Screen>
  )
}

/** Cancels a draw that is not disbursed, after a confirmation of the consequences. */
export function CancelDraw({
  draw: { drawNo, amount, isPurchase },
}: {
  draw: { drawNo: string; amount: Money; isPurchase?: boolean | undefined }
}) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const what = isPurchase ? '订单' : '借款'

  async function confirm() {
    try {
      await cancel({ drawNo })
      toast(isPurchase ? '订单已取消，额度已退回' : '借款已取消，额度已退回')
    } catch (error) {
      // It may be ordered or lapsed meanwhile: the page shows its state again.
      ignoreRefusal(error)
    }
    await client.invalidateQueries()
  }

  return (
    <>
      <Button kind="quiet" onPress={() => setOpen(true)}>
        取消{what}
      </Button>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`取消这笔${what}？`}
        confirmLabel={`取消${what} ${displayYuan(amount)} 元`}
        cancelLabel="暂不取消"
        onConfirm={confirm}
        refuses
      >
        <p>
          {isPurchase
            ? '尚未付款，取消后额度立即退回，订单不再保留。'
            : '尚未放款，取消后额度和优惠券立即退回。要更改金额或期限，请取消后重新借款。'}
        </p>
      </Confirm>
    </>
  )
}
