import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { cardsShapes } from '@qingzhou/contract/features/cards'
import type { Output } from '@qingzhou/contract/wire/shape'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Chip, type ChipTone, SkeletonLines } from '@qingzhou/ui/feedback'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Pairs } from '@qingzhou/ui/layout'
import { Confirm, toast } from '@qingzhou/ui/overlays'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { formatTime } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { cards, walletAgreementQuery } from '#shared/payments/cards-queries.ts'
import { ownAddress } from '#shared/payments/payment-order.ts'

type Agreement = Output<(typeof cardsShapes)['walletAgreement']>

const names: Record<Agreement['state'], { name: string; tone: ChipTone }> = {
  none: { name: '未开通', tone: 'plain' },
  signing: { name: '开通中', tone: 'soon' },
  signed: { name: '已开通', tone: 'fine' },
  ended: { name: '已关闭', tone: 'plain' },
}

/** Debits by the payment app on due dates: the state, the terms, and how to turn them on and off. */
export function WalletAgreementCard() {
  const agreement = useQuery(walletAgreementQuery())
  // The service may not be part of the lender's contract with the app.
  if (agreement.data?.isOffered === false && agreement.data.state === 'none') return null
  const state = agreement.data && names[agreement.data.state]
  return (
    <Card title="支付应用自动还款" trailing={state && <Chip tone={state.tone}>{state.name}</Chip>}>
      <QueryState
        query={agreement}
        skeleton={<SkeletonLines count={3} />}
        errorTitle="支付应用自动还款状态查询失败"
      >
        {(known) => <Terms agreement={known} />}
      </QueryState>
    </Card>
  )
}

function Terms({ agreement }: { agreement: Agreement }) {
  const { state, amountMax, firstOn, signedAt, endedAt, hasOpenDebit } = agreement
  return (
    <>
      <p className="small ink-2">
        还款日先从银行卡扣款；银行卡余额不足或不可用时，再从支付应用扣当日应还金额。
      </p>
      <Pairs
        pairs={[
          { label: '单次最高', value: `${displayYuan(amountMax)} 元` },
          { label: '扣款日', value: `每月 ${Number(firstOn.slice(8))} 日（最多提前 5 天）` },
          { label: '首次扣款日', value: firstOn },
          { label: '扣款次数', value: '每月最多 1 次' },
        ]}
      />
      {state === 'signed' && signedAt !== undefined && (
        <p className="small ink-2">{formatTime(signedAt)} 开通</p>
      )}
      {state === 'ended' && endedAt !== undefined && (
        <p className="small ink-2">{formatTime(endedAt)} 关闭</p>
      )}
      {hasOpenDebit && (
        <p className="small ink-2">支付应用有一笔扣款正在处理，会继续完成，不会重复扣款。</p>
      )}
      {state === 'signed' ? <End /> : <Start agreement={agreement} />}
    </>
  )
}

function Start({ agreement }: { agreement: Agreement }) {
  const { isOffered, amountMax, firstOn, state } = agreement
  const client = useQueryClient()
  const isSigning = state === 'signing'

  async function start() {
    try {
      const { url } = await cards.startWalletAgreement({ amountMax, firstOn })
      window.location.assign(ownAddress(url))
    } catch (error) {
      ignoreRefusal(error)
      await client.invalidateQueries(walletAgreementQuery())
    }
  }

  if (!isOffered) return null
  return (
    <>
      {isSigning && <p className="small ink-2">请在支付应用页面确认开通，完成后这里会自动更新。</p>}
      <Button kind="quiet" onPress={start}>
        {isSigning ? '继续去支付应用开通' : '去支付应用开通'}
      </Button>
      {isSigning && <End label="取消开通" />}
    </>
  )
}

function End({ label = '关闭支付应用自动还款' }: { label?: string }) {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)

  async function end() {
    try {
      await cards.endWalletAgreement({})
      toast('已关闭支付应用自动还款')
    } catch (error) {
      ignoreRefusal(error)
    }
    await client.invalidateQueries(walletAgreementQuery())
  }

  return (
    <>
      <Button kind="text" fit opensDialog onPress={() => setAsked(true)}>
        {label}
      </Button>
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title="关闭支付应用自动还款"
        confirmLabel="确认关闭"
        cancelLabel="暂不关闭"
        onConfirm={end}
        refuses
      >
        <p className="ink-2">
          关闭后立即生效，不再从支付应用扣款；支付应用正在处理的扣款会继续完成。还款日仍从银行卡自动扣款，请保证卡内余额充足。
        </p>
      </Confirm>
    </>
  )
}
