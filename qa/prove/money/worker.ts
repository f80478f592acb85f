import { parentPort } from 'node:worker_threads'
import { findViolation, type Violation } from '@qingzhou/domain/testing/violations'

/** A number of histories of one seed. */
export interface Batch {
  readonly seed: number
  readonly runs: number
}

export interface BatchResult {
  readonly batch: Batch
  readonly violation: Violation | undefined
}

parentPort?.on('message', (batch: Batch) => {
  const result: BatchResult = { batch, violation: findViolation(batch) }
  parentPort?.postMessage(result, [])
})
