import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { Confirm } from '@qingzhou/ui/overlays'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { back } from '#platform/navigation/navigation.ts'
import {
  emailsQuery,
  type KnownEmail,
  type Recipient,
  RecipientField,
  useRequestNoFor,
  useRecipient,
} from '#shared/forms/mail-recipient.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import type { CertificateDraft } from './certificate-draft.ts'
import {
  applyForCertificate,
  type IssuedCertificate,
  certificateNames,
  settledLoansQuery,
} from './queries.ts'

const { title } = routes.settlement.sendCertificate

interface CertificateFormProps {
  draft: CertificateDraft
  onIssued: (issued: IssuedCertificate) => void
}

/** The request and its recipient. */
export function CertificateForm({ draft, onIssued }: CertificateFormProps) {
  const known = useQuery(emailsQuery)
  if (known.data) return <Filled draft={draft} emails={known.data} onIssued={onIssued} />
  return (
    <Screen title={title} onBack={back}>
      <QueryState query={known} skeleton={<SkeletonCards count={2} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}

function Filled({
  draft,
  emails,
  onIssued,
}: CertificateFormProps & { emails: readonly KnownEmail[] }) {
  const choice = useRecipient(emails, 'send-certificate')
  const [isAsking, setAsking] = useState(false)
  const { issue, problem } = useIssueCertificates(draft, (issued) => {
    choice.forget()
    onIssued(issued)
  })
  const verb = `开具 ${draft.loans.length || 1} 份${certificateNames[draft.kind]}`

  return (
    <Screen
      title={title}
      onBack={back}
      onSubmit={async () => setAsking(choice.check())}
      footer={<Button type="submit">{verb}</Button>}
    >
      <Wanted draft={draft} />
      <Card title="接收方式">
        <div className="stack stack-3">
          <RecipientField emails={emails} choice={choice} nowhere="不发邮件，只在这里查看和下载" />
        </div>
      </Card>
      <FormError of={problem} />
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title={verb}
        confirmLabel={`确认${verb}`}
        onConfirm={async () => issue(choice.recipient())}
      >
        <Pairs pairs={whatHappens(draft, addressIn(choice, emails))} />
      </Confirm>
    </Screen>
  )
}

function Wanted({ draft: { kind, loans } }: { draft: CertificateDraft }) {
  if (kind === 'statement') {
    return (
      <Card title={certificateNames.statement} note="截至今天的额度和全部借款">
        <p className="small ink-2">同一天里账目没有变化，再次申请得到的是同一份。</p>
      </Card>
    )
  }
  return (
    <Card title={certificateNames.settlement} note="每笔借款开具一份，重复申请提供同一份">
      <Pairs
        pairs={loans.map(({ name, settledOn }) => ({ label: name, value: `${settledOn} 结清` }))}
      />
    </Card>
  )
}

/** In full if typed, masked if on file. */
function addressIn(
  choice: ReturnType<typeof useRecipient>,
  emails: readonly KnownEmail[],
): string | undefined {
  const to = choice.recipient()
  if (!to) return undefined
  return 'email' in to ? to.email : emails.find(({ emailNo }) => emailNo === to.emailNo)?.masked
}

function whatHappens({ kind, loans }: CertificateDraft, address: string | undefined) {
  return [
    { label: '证明', value: certificateNames[kind] },
    { label: '份数', value: `${loans.length || 1} 份` },
    { label: '发送到', value: address ?? '不发邮件' },
    { label: '费用', value: '免费' },
  ]
}

/** Issues certificates; errors are shown on the page. */
function useIssueCertificates(
  { kind, loans }: CertificateDraft,
  onIssued: (issued: IssuedCertificate) => void,
) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const numberFor = useRequestNoFor()

  async function issue(to: Recipient | undefined): Promise<void> {
    setProblem(undefined)
    const request = {
      requestNo: numberFor(JSON.stringify(to ?? 'nowhere')),
      kind,
      ...(kind === 'settlement' && { loanNos: loans.map(({ loanNo }) => loanNo) }),
      ...to,
    }
    try {
      const answer = await applyForCertificate(request)
      for (const { queryKey } of [emailsQuery, settledLoansQuery]) {
        await client.invalidateQueries({ queryKey, refetchType: 'none' })
      }
      onIssued({ request, answer })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
  }

  return { issue, problem }
}
