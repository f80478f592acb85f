import type { KeyboardEvent } from 'react'
import type { HandledEvidence } from '@qingzhou/contract/features/staff'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Chip } from '@qingzhou/ui/feedback'
import { ownPartNames, subjectNames } from '#features/staff/labels.ts'
import { formatDay, formatTime } from '#shared/pages/figures.ts'

interface EvidenceTableProps {
  evidenceList: readonly HandledEvidence[]
  hrefOf: (evidence: HandledEvidence) => string
  /** The row shown in the preview. Without a preview all rows are in the tab order. */
  selected?: string | undefined
  onSelect?: (evidenceNo: string) => void
}

/**
 * The evidence of a list at a computer. The arrow keys move from row to row, Enter opens; a click
 * beside the link selects without opening.
 */
export function EvidenceTable({ evidenceList, hrefOf, selected, onSelect }: EvidenceTableProps) {
  return (
    <div className="staff-table-box">
      <table className="table staff-table">
        <caption className="visually-hidden">凭证，用上下方向键选择，回车打开</caption>
        <thead>
          <tr>
            <th scope="col">客户</th>
            <th scope="col">材料</th>
            <th scope="col" className="when-wide">
              借款用途
            </th>
            <th scope="col" className="table-end">
              借款金额（元）
            </th>
            <th scope="col">时间</th>
            <th scope="col" className="table-end when-wide">
              文件
            </th>
          </tr>
        </thead>
        <tbody>
          {evidenceList.map((evidence) => (
            <EvidenceRow
              key={evidence.evidenceNo}
              evidence={evidence}
              href={hrefOf(evidence)}
              isSelected={evidence.evidenceNo === selected}
              isInTabOrder={onSelect === undefined || evidence.evidenceNo === selected}
              onSelect={() => onSelect?.(evidence.evidenceNo)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface EvidenceRowProps {
  evidence: HandledEvidence
  href: string
  isSelected: boolean
  isInTabOrder: boolean
  onSelect: () => void
}

function EvidenceRow({ evidence, href, isSelected, isInTabOrder, onSelect }: EvidenceRowProps) {
  const { borrowerName, mobile, subject, purposeName, amount, filesCount, state } = evidence
  return (
    <tr onClick={(event) => event.currentTarget.querySelector('a')?.focus()}>
      <th scope="row">
        <a
          href={href}
          tabIndex={isInTabOrder ? 0 : -1}
          aria-current={isSelected || undefined}
          onFocus={onSelect}
          onKeyDown={moveToRow}
        >
          {borrowerName}
          <span className="visually-hidden">
            {' '}
            {subjectNames[subject]} {displayYuan(amount)}
          </span>
        </a>
        <p className="caption ink-2">{mobile}</p>
      </th>
      <td>
        <span className="chips">
          <Chip tone="plain">{subjectNames[subject]}</Chip>
          {state === 'toReview' && evidence.ownPart && (
            <Chip tone="plain">{ownPartNames[evidence.ownPart]}</Chip>
          )}
        </span>
      </td>
      <td className="when-wide">{purposeName}</td>
      <td className="table-end table-figure">{displayYuan(amount)}</td>
      <td>
        <p>{whenOf(evidence)}</p>
        <DeadlineChip evidence={evidence} />
        {state === 'refused' && evidence.reason !== undefined && (
          <p className="is-overdue">{evidence.reason}</p>
        )}
      </td>
      <td className="table-end when-wide">{filesCount} 个</td>
    </tr>
  )
}

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Moves the focus to the link of another row; Enter follows the link by itself. */
function moveToRow(event: KeyboardEvent<HTMLAnchorElement>) {
  const step = steps[event.key]
  const body = event.currentTarget.closest('tbody')
  if (!step || !body) return
  event.preventDefault()
  const rows = [...body.querySelectorAll('a')]
  rows[step(rows.indexOf(event.currentTarget), rows.length)]?.focus()
}

/** The last event. */
export function whenOf({ state, submittedAt, reviewedAt }: HandledEvidence): string {
  if (state === 'toReview' && submittedAt !== undefined) return `${formatTime(submittedAt)} 提交`
  return reviewedAt === undefined ? '还没有提交' : `${formatTime(reviewedAt)} 审核`
}

/** The deadline, while relevant. */
export function DeadlineChip({ evidence: { state, dueOn } }: { evidence: HandledEvidence }) {
  if (dueOn === undefined) return null
  if (state === 'invalid') return <Chip tone="overdue">{formatDay(dueOn)}已截止</Chip>
  if (state !== 'toUpload' && state !== 'refused') return null
  return <Chip tone="soon">{formatDay(dueOn)}截止</Chip>
}
