import { Button } from '@qingzhou/ui/button'
import { GrantedDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'

export function LoanFacePassed({ loanSeqNo }: { loanSeqNo: string | undefined }) {
  const next = async () => go(routes.loans.confirmLoan, { query: { loanSeqNo }, replace: true })

  return (
    <Result
      drawing={<GrantedDrawing />}
      title="核验通过"
      sentence="已确认是您本人。接下来用短信验证码确认这笔借款"
      actions={<Button onPress={next}>继续借款</Button>}
    />
  )
}
