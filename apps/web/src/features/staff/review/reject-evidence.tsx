import type { EvidenceSubject } from '@qingzhou/contract/features/evidence'
import type { HandledEvidence } from '@qingzhou/contract/features/staff'
import { Confirm } from '@qingzhou/ui/overlays'
import { QuickPicks, TextArea } from '@qingzhou/ui/inputs'
import { formatDay } from '#shared/pages/figures.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'

const REASON_MAX = 200

type Phrase = { readonly label: string; readonly value: string }

const unclear: Phrase = { label: '不清晰', value: '图片不清晰，请对准光线重新拍摄' }

const phrases: { readonly [S in EvidenceSubject]: readonly Phrase[] } = {
  loanUse: [
    unclear,
    { label: '用途不符', value: '凭证与借款用途不符，请提交与用途一致的凭证' },
    { label: '缺少付款', value: '缺少付款记录，请补充付款截图或收据' },
    { label: '姓名不符', value: '凭证上的姓名不是您本人，请提交您本人的凭证' },
  ],
  relief: [
    unclear,
    { label: '情况不明', value: '材料不能说明受影响的情况，请补充说明' },
    { label: '缺少盖章', value: '证明没有出具单位的盖章，请补盖后重新提交' },
  ],
  hardship: [
    unclear,
    { label: '原因不明', value: '材料不能说明困难的原因，请补充证明' },
    { label: '时间太久', value: '证明开具已超过三个月，请重新开具' },
  ],
}

export interface RejectEvidenceProps {
  open: boolean
  evidence: HandledEvidence
  onClose: () => void
  onRefuse: (reason: string) => Promise<void>
}

/** A rejection needs a reason, because the borrower acts on it. */
export function RejectEvidence({ open, evidence, onClose, onRefuse }: RejectEvidenceProps) {
  const [reason, setReason] = useEntryState<string>(`reason-${evidence.evidenceNo}`, '')
  const said = oneLine(reason)
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title="不通过的原因"
      confirmLabel="确认不通过"
      {...(said === '' && { unavailable: { reason: '请先填写原因', field: '原因' } })}
      onConfirm={async () => onRefuse(said)}
      refuses
    >
      <p className="small ink-2">
        客户会看到这段话，请写清楚要补什么。
        {evidence.dueOn !== undefined &&
          evidence.daysLeft !== undefined &&
          evidence.daysLeft >= 0 &&
          `客户可在 ${formatDay(evidence.dueOn)}前重新提交。`}
      </p>
      <QuickPicks
        label="常用原因"
        picks={phrases[evidence.subject]}
        value={reason}
        onPick={setReason}
      />
      <TextArea
        label="原因"
        value={reason}
        onChange={setReason}
        maxLength={REASON_MAX}
        rows={3}
        placeholder="可选择上面的常用原因，再补充具体说明"
      />
    </Confirm>
  )
}

/** The reason is sent in a one-line message. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}
