import type { CardSide } from '#id-card/card-details.ts'
import type { CardReading } from '#id-card/card-reading.ts'
import { loneWorker } from '#lone-worker.ts'

export type { CardSide } from '#id-card/card-details.ts'
export type { CardReading } from '#id-card/card-reading.ts'

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
