import { useQuery } from '@tanstack/react-query'
import { smsCode } from '@qingzhou/contract/wire/fields'
import { Card } from '@qingzhou/ui/layout'
import { useForm } from '#shared/forms/form.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { SmsCodePurpose } from '#shared/sign-in/code-step.tsx'
import { SmsCodeField, useSmsSending } from '#shared/sign-in/sms-code.tsx'

/** The SMS code of a signature, sent to the customer's own phone. */
export function useSigningCode(draft: string) {
  const phone = useQuery({
    queryKey: ['masked-phone'],
    queryFn: async ({ signal }) => onboarding.maskedPhone({}, { signal, quiet: true }),
  })
  const form = useForm({
    draft,
    initial: { code: '' },
    rules: { code: smsCode },
    notPersisted: ['code'],
  })
  const mobile = phone.data?.mobile
  const request = { purpose: 'agreement', phone: mobile } as const
  const sending = useSmsSending(request, async (options) => {
    form.setError('code', undefined)
    const purpose = { dynamicType: '01', hasMobileNo: false, dynamicCodeType: '04' } as const
    return onboarding.sendSmsCode(purpose, options)
  })
  return { form, sending, mobile }
}

interface SigningCodeProps {
  code: ReturnType<typeof useSigningCode>
  /** The purpose of the code: 签署本次分期. */
  children: string
}

export function SigningCode({ code: { form, sending, mobile }, children }: SigningCodeProps) {
  return (
    <Card title="短信验证">
      <SmsCodeField {...form.text('code')} sending={sending} />
      <SmsCodePurpose phone={mobile} sending={sending}>
        {children}
      </SmsCodePurpose>
    </Card>
  )
}
