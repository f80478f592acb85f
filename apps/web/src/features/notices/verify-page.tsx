import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { checkCode } from '@qingzhou/contract/settlement'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Form } from '@qingzhou/ui/form'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { TextField } from '@qingzhou/ui/text-field'
import { back, linkQuery } from '#platform/navigation.ts'
import { useForm } from '#shared/form.ts'
import { QueryState } from '#shared/query-state.tsx'
import { required } from '#shared/rules.ts'
import { FoundCertificate } from './found-certificate.tsx'
import { UnknownCertificate } from './unknown-certificate.tsx'
import { verifyQuery } from './verify-query.ts'

/** Where anybody checks a proof that they were handed: by its square code, or by typing the other one. */
export function VerifyPage() {
  const [code, setCode] = useState(codeInLink)
  const answer = useQuery(verifyQuery(code))

  return (
    <Screen title="核验证明" onBack={back}>
      {code === undefined ? (
        <Card title="输入校验码" note="印在证明右下角的签章里，共 16 位">
          <CodeForm onCode={setCode} />
          <p className="small ink-2">
            核验后可以看到证明的类型、编号、金额和日期，持有人的信息会部分隐藏。也可以比对电子文件是否被改动过。
          </p>
        </Card>
      ) : (
        <QueryState query={answer} skeleton={<SkeletonCards count={2} />} errorTitle="没有核验成功">
          {({ certificate }) => (
            <>
              {certificate ? (
                <FoundCertificate certificate={certificate} />
              ) : (
                <UnknownCertificate code={code} />
              )}
              <Button kind="quiet" onPress={() => setCode(undefined)}>
                核验另一份
              </Button>
            </>
          )}
        </QueryState>
      )}
    </Screen>
  )
}

/** A link may carry anything: what is no code is as good as none. */
function codeInLink(): string | undefined {
  const parsed = checkCode.safeParse(linkQuery()['code'])
  return parsed.success ? parsed.data : undefined
}

function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const form = useForm({
    draft: 'verify',
    initial: { code: '' },
    rules: { code: required('校验码', checkCode) },
    unkept: ['code'],
  })
  return (
    <Form
      label="核验证明"
      className="stack stack-3"
      onSubmit={async () => {
        if (form.check('code')) onCode(form.values.code.trim())
      }}
    >
      <TextField
        label="校验码"
        autoComplete="off"
        maxLength={32}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        note="不分大小写，横线可以不输入"
        clearable
        {...form.text('code')}
      />
      <Button type="submit">核验</Button>
    </Form>
  )
}
