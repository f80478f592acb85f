import type { CardSide } from '#id-card/card-details.ts'
import { workerThread } from '#worker-thread.ts'

export type { CardSide } from '#id-card/card-details.ts'

/** A picture that takes longer than this, including loading the models, has failed. */
const PATIENCE_MS = 60_000

// Reading takes a second of a core, too long for the server's main thread.
// One thread reads all cards, as the models take half a gigabyte.
const worker = workerThread<Question, Answer>(new URL('./reading-worker.ts', import.meta.url), {
  patienceMs: PATIENCE_MS,
})

/** A photograph, and what it should show. */
export type Question = {
  readonly image: Uint8Array
  readonly subject: CardSide | 'bankCard'
}
export type Answer = { readonly idCard: CardReading } | { readonly bankCard: BankCardReading }

/** Reads one side of an ID card from a photograph. The holder must confirm the result. */
export async function readCard(
  image: Buffer,
  side: CardSide,
  signal?: AbortSignal,
): Promise<CardReading> {
  const answer = await worker.ask({ image, subject: side }, signal)
  return 'idCard' in answer ? answer.idCard : { outcome: 'unreadable' }
}

/** Reads the number of a bank card from a photograph. The holder must confirm the result. */
export async function readBankCard(image: Buffer, signal?: AbortSignal): Promise<BankCardReading> {
  const answer = await worker.ask({ image, subject: 'bankCard' }, signal)
  return 'bankCard' in answer ? answer.bankCard : { outcome: 'notACard' }
}

/** Frees the memory of the models; the next card loads them again. */
export function stopReading(): Promise<void> {
  return worker.stop()
}

/** The fields of the portrait side. Unreadable fields are absent. */
export type FrontFields = {
  readonly name?: string
  readonly sex?: '男' | '女'
  /** Without 族: 汉. */
  readonly nation?: string
  /** YYYYMMDD. */
  readonly birth?: string
  readonly address?: string
  /** Always a number with a correct check character. */
  readonly number?: string
}

/** The fields of the issuer side. Dates are YYYYMMDD; a card valid for life has 长期. */
export type BackFields = {
  readonly issueAgency?: string
  readonly validFrom?: string
  readonly validUntil?: string
}

/** Why nothing could be read; each reason has its own advice. */
export type Complaint = 'wrongSide' | 'blurred' | 'dark' | 'glare' | 'notACard' | 'unreadable'

/** `confidence` is that of the weakest field, from 0 to 1. */
export type CardReading =
  | {
      readonly outcome: 'read'
      readonly side: 'front'
      readonly fields: FrontFields
      readonly confidence: number
    }
  | {
      readonly outcome: 'read'
      readonly side: 'back'
      readonly fields: BackFields
      readonly confidence: number
    }
  | { readonly outcome: Complaint }

/** The number of a bank card, always with a correct check digit, or why it could not be read. */
export type BankCardReading =
  | { readonly outcome: 'read'; readonly number: string }
  | { readonly outcome: Exclude<Complaint, 'wrongSide' | 'unreadable'> }
