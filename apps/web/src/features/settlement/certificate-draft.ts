import { useSyncExternalStore } from 'react'
import { displayYuan } from '@qingzhou/domain/money/money'
import {
  type CertificateKind,
  settlementShapes,
} from '@qingzhou/contract/features/repayment/settlement'
import * as z from 'zod/mini'
import { clearDraft, saveDraft, storedDraft } from '#shared/forms/draft.ts'
import type { CertificateRequest, SettledLoan } from './queries.ts'

/** A loan as shown on the request page. */
export type DraftLoan = {
  readonly loanNo: string
  readonly name: string
  readonly settledOn: string
}

/** The certificate request in preparation, shared between its pages and kept over a reload. */
export type CertificateDraft = {
  readonly kind: CertificateKind
  readonly loans: readonly DraftLoan[]
}

const DRAFT = 'certificate-draft'

let current: { readonly draft: CertificateDraft | undefined } | undefined
const listeners = new Set<() => void>()

export function useCertificateDraft(): CertificateDraft | undefined {
  return useSyncExternalStore(listen, readDraft)
}

export function chooseLoans(loans: readonly DraftLoan[]): void {
  keep({ kind: 'settlement', loans })
}

export function chooseStatement(): void {
  keep({ kind: 'statement', loans: [] })
}

export function draftLoan({ loan, settledOn }: SettledLoan): DraftLoan {
  const name = `${loan.purposeName} ${displayYuan(loan.amount)} 元`
  return { loanNo: loan.loanNo, name, settledOn }
}

const ISSUED = 'issued-certificates'

/** Stores the request of issued certificates, so that a reload finds them again. */
export function keepIssued(asked: CertificateRequest): void {
  saveDraft(ISSUED, { ...asked })
}

/** The stored request is untrusted: it has to match the contract. */
export function issuedRequest(): CertificateRequest | undefined {
  return z.safeParse(settlementShapes.apply.request, storedDraft(ISSUED)).data
}

export function forgetIssued(): void {
  clearDraft(ISSUED)
}

function keep(draft: CertificateDraft): void {
  forgetIssued()
  current = { draft }
  saveDraft(DRAFT, draft)
  for (const listener of listeners) listener()
}

function readDraft(): CertificateDraft | undefined {
  current ??= { draft: validDraft(storedDraft(DRAFT)) }
  return current.draft
}

/** The stored draft is untrusted: only valid values are used. */
function validDraft({ kind, loans }: Record<string, unknown>): CertificateDraft | undefined {
  if (kind === 'statement') return { kind, loans: [] }
  const known = Array.isArray(loans) ? loans.flatMap(validLoan) : []
  return kind === 'settlement' && known.length > 0 ? { kind, loans: known } : undefined
}

function validLoan(loan: unknown): DraftLoan[] {
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
