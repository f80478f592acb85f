import { useSyncExternalStore } from 'react'
import type { CertificateKind } from '@qingzhou/contract/settlement'
import { displayYuan } from '@qingzhou/domain/money/money'
import { keepTyped, typedBefore } from '#shared/forms/draft.ts'
import type { SettledLoan } from './queries.ts'

/** A loan as shown on the request page. */
export type DraftLoan = {
  readonly loanNo: string
  readonly name: string
  readonly settledOn: string
}

/** The certificate request in preparation, shared between its pages and kept over a reload. */
export type ProofDraft = { readonly kind: CertificateKind; readonly loans: readonly DraftLoan[] }

const DRAFT = 'proof'

let current: { readonly draft: ProofDraft | undefined } | undefined
const listeners = new Set<() => void>()

export function useProofDraft(): ProofDraft | undefined {
  return useSyncExternalStore(listen, readDraft)
}

export function chooseLoans(loans: readonly SettledLoan[]): void {
  keep({ kind: 'settlement', loans: loans.map(draftLoan) })
}

export function chooseStatement(): void {
  keep({ kind: 'statement', loans: [] })
}

function draftLoan({ loan, settledOn }: SettledLoan): DraftLoan {
  const name = `${loan.purposeName} ${displayYuan(loan.amount)} 元`
  return { loanNo: loan.loanNo, name, settledOn }
}

function keep(draft: ProofDraft): void {
  current = { draft }
  keepTyped(DRAFT, draft)
  for (const listener of listeners) listener()
}

function readDraft(): ProofDraft | undefined {
  current ??= { draft: keptDraft(typedBefore(DRAFT)) }
  return current.draft
}

/** The stored draft is untrusted: only valid values are used. */
function keptDraft({ kind, loans }: Record<string, unknown>): ProofDraft | undefined {
  if (kind === 'statement') return { kind, loans: [] }
  const known = Array.isArray(loans) ? loans.flatMap(keptLoan) : []
  return kind === 'settlement' && known.length > 0 ? { kind, loans: known } : undefined
}

function keptLoan(loan: unknown): DraftLoan[] {
  const { loanNo, name, settledOn }: Record<string, unknown> = Object(loan)
  const isOurs = [loanNo, name, settledOn].every((value) => typeof value === 'string')
  return isOurs
    ? [{ loanNo: String(loanNo), name: String(name), settledOn: String(settledOn) }]
    : []
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
