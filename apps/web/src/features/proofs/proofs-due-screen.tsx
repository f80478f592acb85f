import { ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { Paged } from '#shared/paged.tsx'
import { DueProofCard } from './due-proof-card.tsx'
import { to } from './to.ts'
import { useProofsDue } from './use-proofs-due.ts'
import { WhatCounts } from './what-counts.tsx'

/** The loans that still need a proof. */
export default function ProofsDueScreen() {
  const due = useProofsDue()
  return (
    <Screen
      title={routes.proofs.proofsDue.title}
      onBack={back}
      footer={
        <ButtonLink kind="quiet" href={to.list()}>
          查看全部凭证
        </ButtonLink>
      }
    >
      <Paged
        query={due}
        itemsOf={({ proofs }) => proofs}
        empty={
          <Empty title="没有要上传的凭证">
            员工贷放款后，需要凭证的借款会列在这里，并短信提醒您
          </Empty>
        }
      >
        {(proofs) => proofs.map((proof) => <DueProofCard key={proof.proofNo} proof={proof} />)}
      </Paged>
      <WhatCounts />
    </Screen>
  )
}
