import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'
import { useState } from 'react'
import { checkCode, settlementShapes } from '@qingzhou/contract/features/repayment/settlement'
import type { Output } from '@qingzhou/contract/wire/shape'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Banner, Empty, Result, SkeletonCards } from '@qingzhou/ui/feedback'
import { CheckIcon, DocumentIcon, RefusedDrawing, SettledDrawing } from '@qingzhou/ui/graphics'
import { Button, Form, TextField } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { callsOf } from '#platform/api/api.ts'
import { back, linkQuery } from '#platform/navigation/navigation.ts'
import '#shared/files/files.css'
import { useForm } from '#shared/forms/form.ts'
import { requiredField } from '#shared/forms/validation.ts'
import { product } from '#shared/pages/service/product.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import './compare-file.css'

/** Insecure pages have no WebCrypto. */
const canDigest = () => 'subtle' in crypto

/** Compares a local file with the issued one without uploading it. */
function CompareFile({ digest }: { digest: string }) {
  const [compared, setCompared] = useState<{ name: string; isSame: boolean }>()

  async function compare(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    if (!file) return
    const found = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    // Reset, so that choosing the same file again fires a change event.
    event.target.value = ''
    setCompared({ name: file.name, isSame: hexOf(found) === digest })
  }

  return (
    <Card title="比对电子文件" note="打印件请逐项核对上面的内容">
      <div className="stack stack-3">
        {canDigest() && (
          <label className="button button-quiet file-picker">
            <input
              className="visually-hidden"
              type="file"
              accept="application/pdf"
              onChange={(event) => void compare(event)}
            />
            <DocumentIcon size={20} />
            <span>选择收到的 PDF</span>
          </label>
        )}
        <div role="status">{compared && <Verdict {...compared} />}</div>
        <div className="stack stack-1">
          <p className="small ink-2">原始文件的摘要（SHA-256），与您文件的摘要相同即为原件：</p>
          <code className="digest small">{digest.replace(/.{8}(?=.)/g, '$& ')}</code>
        </div>
        {canDigest() && <p className="caption ink-3">文件只在您的手机上比对，不会上传。</p>}
      </div>
    </Card>
  )
}

function Verdict({ name, isSame }: { name: string; isSame: boolean }) {
  if (isSame) {
    return <Banner icon={<CheckIcon size={20} />}>“{name}”与开具的原件完全相同。</Banner>
  }
  return (
    <Banner tone="overdue">
      “{name}”不是开具的原件：选错了文件，或者内容被改动过。重新保存、打印成 PDF 也会不同。
    </Banner>
  )
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Verifies a certificate by its QR code or by the typed code. */
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
        <QueryState query={answer} skeleton={<SkeletonCards count={2} />} errorTitle="核验失败">
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

/** An invalid code in the link is ignored. */
function codeInLink(): string | undefined {
  const parsed = checkCode.safeParse(linkQuery()['code'])
  return parsed.success ? parsed.data : undefined
}

function CodeForm({ onCode }: { onCode: (code: string) => void }) {
  const form = useForm({
    draft: 'verify',
    initial: { code: '' },
    rules: { code: requiredField('校验码', checkCode) },
    notPersisted: ['code'],
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

/** A neutral tone: most often the code was mistyped. */
function UnknownCertificate({ code }: { code: string }) {
  return (
    <Empty title="没有找到这份证明">
      <p className="strong tabular">{code}</p>
      <p>请对照证明再核对一次校验码。仍然找不到的，这份证明可能不是我们开具的。</p>
      <p>
        客服 {product.servicePhone}（{product.serviceHours}）
      </p>
    </Empty>
  )
}

const kinds = { settlement: '结清证明', statement: '信贷账户证明' } as const

/** The verified certificate and how to compare the file. */
function FoundCertificate({ certificate }: { certificate: VerifiedCertificate }) {
  return (
    <>
      {certificate.voidSince === undefined ? (
        <Result
          drawing={<SettledDrawing />}
          title="确有这份证明"
          sentence={`这份${kinds[certificate.kind]}由${certificate.lenderName}开具。请核对下面的内容与证明上写的是否一致。`}
        />
      ) : (
        <Result
          drawing={<RefusedDrawing />}
          title="这份证明已失效"
          sentence={`这份${kinds[certificate.kind]}由${certificate.lenderName}开具，已于 ${certificate.voidSince} 失效，不能再作为证明使用。如有疑问，请致电 ${product.servicePhone}。`}
        />
      )}
      <Card title="证明内容">
        <Pairs pairs={factsOf(certificate)} />
      </Card>
      {certificate.voidSince === undefined && <CompareFile digest={certificate.digest} />}
    </>
  )
}

function factsOf(certificate: VerifiedCertificate) {
  const { kind, certificateNo, holder, issuedOn, loanNo, amount, settledOn, voidSince } =
    certificate
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['证明类型', kinds[kind]],
    ['证明编号', certificateNo],
    ['持有人', holder],
    ['开具日期', issuedOn],
    ['借据编号', loanNo],
    ['借款金额', amount === undefined ? undefined : `${displayYuan(amount)} 元`],
    ['结清日期', settledOn],
    ['失效日期', voidSince],
  ]
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))
}

const { verify } = callsOf('settlement', { verify: settlementShapes.verify })

export type VerifiedCertificate = NonNullable<Output<typeof settlementShapes.verify>['certificate']>

/** Query of a certificate by its code. */
function verifyQuery(checkCode: string | undefined) {
  return queryOptions({
    queryKey: ['verify', checkCode],
    enabled: checkCode !== undefined,
    queryFn: async ({ signal }) => verify({ checkCode: checkCode ?? '' }, { signal, quiet: true }),
    staleTime: Infinity,
    retry: false,
  })
}
