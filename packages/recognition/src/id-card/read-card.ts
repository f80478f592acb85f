import type { CardSide } from '#id-card/card-details.ts'
import { loneWorker } from '#lone-worker.ts'

export type { CardSide } from '#id-card/card-details.ts'

/** A picture that takes longer than this, models loaded and all, will never be read. */
const PATIENCE_MS = 60_000

// Reading takes a core for a second, which a server's own thread could not spare.
const worker = loneWorker<{ image: Uint8Array; side: CardSide }, CardReading>(
  new URL('./reading-worker.ts', import.meta.url),
  { patienceMs: PATIENCE_MS },
)

/** Reads one side of an ID card off a photograph. What was read is for the person to confirm. */
export function readCard(image: Buffer, side: CardSide): Promise<CardReading> {
  return worker.ask({ image, side })
}

/** Gives back the memory of the models; the next card loads them again. */
export function stopReading(): Promise<void> {
  return worker.stop()
}

/** What was read of the side with the photograph. What could not be read is left to the person. */
export type FrontFields = {
  readonly name?: string
  readonly sex?: '男' | '女'
  /** Without 族: 汉. */
  readonly nation?: string
  /** YYYYMMDD. */
  readonly birth?: string
  readonly address?: string
  /** Only ever a number whose check character fits. */
  readonly number?: string
}

/** What was read of the side with the issuer. Dates are YYYYMMDD; a card without an end says 长期. */
export type BackFields = {
  readonly issueAgency?: string
  readonly validFrom?: string
  readonly validUntil?: string
}

/** Why nothing could be read, each leading to another thing the person can do. */
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
