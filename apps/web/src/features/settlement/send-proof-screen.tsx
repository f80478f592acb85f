import { useState } from 'react'
import { ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation.ts'
import { IssuedProofs } from './issued-proofs.tsx'
import { useProofDraft } from './proof-draft.ts'
import { ProofForm } from './proof-form.tsx'
import type { Issued } from './queries.ts'

/** Where the proof goes, the last word about it, and then the proof itself. */
export default function SendProofScreen() {
  const draft = useProofDraft()
  const [issued, setIssued] = useState<Issued>()
  if (issued) return <IssuedProofs issued={issued} />
  if (draft) return <ProofForm draft={draft} onIssued={setIssued} />

  return (
    <Screen title={routes.settlement.sendProof.title} onBack={back}>
      <Empty
        title="还没有选择证明"
        action={
          <ButtonLink kind="quiet" fit href={`#${addressOf(routes.settlement.chooseProof)}`}>
            选择证明
          </ButtonLink>
        }
      >
        请先选择要开具哪一种证明
      </Empty>
    </Screen>
  )
}
