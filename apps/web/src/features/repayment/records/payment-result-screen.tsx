import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { numberInLink, go, linkQuery } from '#platform/navigation/navigation.ts'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { OrderResult } from './order-result.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@qingzhou/ui/inputs'
import { RefusedDrawing, WaitingDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { toast } from '@qingzhou/ui/overlays'
import { Screen } from '@qingzhou/ui/layout'
import { orderParam } from '@qingzhou/contract/wire/params'
import { ApiError } from '#platform/api/api-error.ts'
import { payInApp } from '#shared/payments/payment-order.ts'
import type { PayerReturn } from '#shared/payments/payment-order.ts'

export default function PaymentResultScreen() {
  const requestNo = numberInLink(orderParam)
  const [returned] = useState(returnInLink)
  if (requestNo === undefined) {
    return <MissingSubject title={routes.repayment.paymentResult.title} what="这笔还款" />
  }
  if (returned) return <OpenSheet requestNo={requestNo} returned={returned} />
  return <OrderResult requestNo={requestNo} />
}

/** What the messaging app's page returned: who pays, or nothing. */
type ReturnFromApp = { readonly payer: PayerReturn | undefined }

/** Undefined if the page was not opened by a return from the app. */
function returnInLink(): ReturnFromApp | undefined {
  const { payerState: state, payerCode: authCode = '' } = linkQuery()
  if (state === undefined) return undefined
  return { payer: state === '' || authCode === '' ? undefined : { authCode, state } }
}

interface OpenSheetProps {
  requestNo: string
  returned: ReturnFromApp
}

/** Opens the messaging app's payment sheet, after the app has named the person who pays. */
function OpenSheet({ requestNo, returned: { payer } }: OpenSheetProps) {
  const [isLeft, setLeft] = useState(false)
  const { isSuccess, error } = useQuery({
    // A code is valid once, so it is sent once, however often this renders.
    queryKey: ['payer', payer?.state],
    queryFn: async () => {
      forgetReturn()
      await payInApp({ requestNo, payer, showResult: async () => {} })
      return true
    },
    enabled: payer !== undefined,
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
  })

  if (isSuccess || isLeft) return <OrderResult requestNo={requestNo} />
  const failure = payer ? error : NOT_NAMED
  return (
    <Screen
      title={routes.repayment.paymentResult.title}
      onBack={async () => go(routes.repayment.repayHome, { replace: true })}
    >
      {failure ? (
        <Result
          drawing={<RefusedDrawing />}
          title="还没有付款"
          sentence={failure instanceof ApiError ? failure.message : NOT_NAMED}
          actions={
            <>
              <Button onPress={async () => payAgain(requestNo, () => setLeft(true))}>
                继续付款
              </Button>
              <Button kind="quiet" onPress={() => setLeft(true)}>
                查看这笔还款
              </Button>
            </>
          }
        />
      ) : (
        <Result
          drawing={<WaitingDrawing />}
          title="正在打开支付"
          sentence="已返回，马上就好"
          alive="通常几秒内完成"
        />
      )}
    </Screen>
  )
}

const NOT_NAMED = '消息应用没有确认付款人，没有扣款，请重新付款或换一种方式'

/** Asks the app once more if it still has to name the payer. */
async function payAgain(requestNo: string, showOrder: () => void): Promise<void> {
  forgetReturn()
  try {
    await payInApp({ requestNo, showResult: async () => showOrder() })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.message)
    showOrder()
  }
}

/** A reload, or the way back, shows the order instead of sending the code again. */
function forgetReturn(): void {
  const [path, query] = window.location.hash.split('?')
  const pairs = new URLSearchParams(query)
  for (const name of ['payerState', 'payerCode']) pairs.delete(name)
  const { pathname, search } = window.location
  const address = `${pathname}${search}${path}?${pairs.toString()}`
  window.history.replaceState(window.history.state, '', address)
}

/** Older messages use another parameter for the order. */
export function OldPaymentResultScreen() {
  const requestNo = numberInLink('orderNo') ?? numberInLink(orderParam)
  if (requestNo === undefined) {
    return <MissingSubject title={routes.repayment.oldPaymentResult.title} what="这笔还款" />
  }
  return <OrderResult requestNo={requestNo} />
}
