import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { smsCode } from '@qingzhou/contract/wire/fields'
import { Button } from '@qingzhou/ui/inputs'
import { Banner, SkeletonCards } from '@qingzhou/ui/feedback'
import { Card, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { useForm } from '#shared/forms/form.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { clearRequestNo, requestNoFor } from '#shared/payments/request-no.ts'
import { SmsCodePurpose } from '#shared/sign-in/code-step.tsx'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { SmsCodeField, useSmsSending } from '#shared/sign-in/sms-code.tsx'
import { CopyList } from './copy-list.tsx'
import { copiesQuery, dataCopies, type DataCopies } from './queries.ts'

const { title } = routes['data-copies'].dataCopies
const leave = () => backOr(routes.account.mine)

/** Asks for a copy of the personal data, and shows the copies until they are deleted. */
export default function DataCopiesScreen() {
  const query = useQuery(copiesQuery)
  const { data } = query
  const isFree = data && data.opensOn === undefined && !data.copies.some(isPreparing)
  if (isFree) return <RequestForm known={data} />
  return (
    <Screen title={title} onBack={leave}>
      <QueryState query={query} skeleton={<SkeletonCards count={2} />}>
        {(known) => (
          <>
            <CopyList known={known} />
            {known.opensOn !== undefined && (
              <Banner>30 天内最多申请 3 份，{known.opensOn} 起可以再次申请。</Banner>
            )}
            <Contents days={known.days} />
          </>
        )}
      </QueryState>
    </Screen>
  )
}

function isPreparing({ state }: DataCopies['copies'][number]): boolean {
  return state === 'preparing'
}

function RequestForm({ known }: { known: DataCopies }) {
  const { form, sending, request, problem } = useRequest(known)
  return (
    <Screen
      title={title}
      onBack={leave}
      onSubmit={request}
      footer={
        <Button type="submit" busyLabel="正在提交">
          申请个人信息副本
        </Button>
      }
    >
      <CopyList known={known} />
      <Contents days={known.days} />
      <Card>
        {known.isConfirmed ? (
          <p className="small ink-2">短信验证已通过，10 分钟内有效</p>
        ) : (
          <>
            <SmsCodeField {...form.text('code')} sending={sending} waitsForButton />
            <SmsCodePurpose phone={known.maskedPhone} sending={sending}>
              申请个人信息副本
            </SmsCodePurpose>
          </>
        )}
      </Card>
      <FormError of={problem} />
    </Screen>
  )
}

function Contents({ days }: { days: number }) {
  return (
    <Card title="副本包含">
      <p className="small">
        身份和联系方式、登录记录、额度申请与审批结果、银行卡、借款与还款、已签协议、证明、材料和消息，以及您上传的照片和文件。
      </p>
      <p className="small ink-2">
        压缩包中有便于阅读的 PDF 和可由程序读取的 JSON，均由贷款人数字签名。生成后 {days}{' '}
        天内登录即可下载，到期自动删除。
      </p>
      <p className="small ink-2">副本含完整的证件号码和银行卡号，请只保存在您自己的设备上。</p>
    </Card>
  )
}

const REQUEST = 'data-copy'

/** Verifies the code and asks for the copy; continues after a network failure in between. */
function useRequest(known: DataCopies) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const accepted = useRef<string>(undefined)
  const form = useForm({
    draft: 'data-copy-code',
    initial: { code: '' },
    rules: { code: smsCode },
    notPersisted: ['code'],
  })
  const sending = useSmsSending(
    { purpose: 'data-copy', phone: known.maskedPhone },
    async (options) => {
      form.setError('code', undefined)
      return onboarding.sendPurposeCode({ purpose: 'data-copy' }, options)
    },
  )

  async function request() {
    setProblem(undefined)
    if (!known.isConfirmed && (!form.check('code') || !(await confirmed()))) return
    try {
      const requestNo = requestNoFor(REQUEST, 'copy')
      const answer = await dataCopies.request({ requestNo }, { quiet: true })
      clearRequestNo(REQUEST)
      form.forget()
      client.setQueryData(copiesQuery.queryKey, answer)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      accepted.current = undefined
      await client.invalidateQueries({ queryKey: copiesQuery.queryKey })
    }
  }

  /** A code is valid once: an accepted code is not sent again. */
  async function confirmed(): Promise<boolean> {
    const { code } = form.values
    if (accepted.current === code) return true
    try {
      const check = { purpose: 'data-copy', dynamicCode: code } as const
      await onboarding.checkPurposeCode(check, { quiet: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      form.failCode('code', error.message)
      return false
    }
    accepted.current = code
    return true
  }

  return { form, sending, request, problem }
}
