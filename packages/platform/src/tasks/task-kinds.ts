/**
 * Every kind of background task with its payload: numbers that identify a row, never personal data,
 * because the queue is not encrypted.
 */
// A table: one kind of task per line.
// oxfmt-ignore
export type TaskPayloads = {
  readonly 'send-message': { readonly customer: string; readonly messageNo: string }
  readonly 'send-mail': { readonly customer: string; readonly messageNo: string }
  readonly 'ask-binding': { readonly customer: string; readonly bindingNo: string }
  readonly 'end-debit-agreement': { readonly customer: string; readonly debitNo: string }
  readonly 'ask-wallet-agreement': { readonly customer: string; readonly agreementNo: string }
  readonly 'end-wallet-agreement': { readonly customer: string; readonly agreementNo: string }
  readonly 'disburse': { readonly customer: string; readonly drawNo: string }
  readonly 'end-unverified-draw': { readonly customer: string; readonly drawNo: string }
  readonly 'follow-purchase': { readonly customer: string; readonly drawNo: string }
  readonly 'collect': { readonly customer: string; readonly requestNo: string }
  readonly 'send-refund': { readonly customer: string; readonly refundNo: string }
  readonly 'break-plans': { readonly date: string; readonly afterCustomer?: string; readonly afterLoan?: string }
  readonly 'debit-day': { readonly date: string; readonly afterCustomer?: string; readonly afterLoan?: string }
  readonly 'debit-loan': { readonly customer: string; readonly loanNo: string; readonly date: string; readonly round: number }
  readonly 'remind-day': { readonly date: string; readonly afterCustomer?: string }
  readonly 'review-limits': { readonly date: string; readonly afterCustomer?: string }
  readonly 'reconcile-day': { readonly date: string }
  readonly 'bureau-day': { readonly date: string; readonly afterCustomer?: string; readonly afterLoan?: string }
  readonly 'bureau-month': { readonly month: string; readonly afterCustomer?: string }
  /** Settles the day before. */
  readonly 'settle-partners': { readonly date: string }
  readonly 'evidence-day': { readonly date: string }
  readonly 'erase-day': { readonly date: string; readonly afterCustomer?: string }
  readonly 'verify-books': { readonly date: string; readonly afterCustomer?: string; readonly startedAt?: string }
  readonly 'recompute-loans': { readonly date: string; readonly afterCustomer?: string; readonly nights?: number }
  readonly 'forget-imports': { readonly date: string }
  readonly 'index-names': { readonly date: string }
  readonly 'import-names': { readonly importNo: string }
  readonly 'announce-offer': { readonly customer: string; readonly offerNo: string }
  readonly 'lapse-offers': { readonly date: string }
  readonly 'announce-rate-cut': { readonly customer: string; readonly cutNo: string }
  readonly 'announce-campaign': { readonly customer: string; readonly campaignNo: string }
  readonly 'announce-invitations': { readonly campaignNo: string }
  readonly 'cut-rates': { readonly cutNo: string; readonly actor: string; readonly grade?: string; readonly customer?: string; readonly annualRatePpm: string; readonly from: string }
  readonly 'prepare-data-copy': { readonly customer: string; readonly requestNo: string }
  readonly 'expire-data-copy': { readonly customer: string; readonly requestNo: string }
  readonly 'end-face-review': { readonly customer: string; readonly attemptNo: string }
  readonly 'end-credit-review': { readonly customer: string; readonly applyNo: string }
  readonly 'decide-application': { readonly customer: string; readonly applyNo: string }
}

export type TaskKind = keyof TaskPayloads

/**
 * The handler of each kind. A task may run twice or be interrupted anywhere, so handlers must be
 * idempotent.
 */
export type TaskHandlers<Kind extends TaskKind = TaskKind> = {
  readonly [K in Kind]: (payload: TaskPayloads[K]) => Promise<void>
}
