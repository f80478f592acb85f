import { findProof, type ProofTask } from '@qingzhou/contract/sealing/proof-of-work'

const NUMBERS_PER_SLICE = 4_096

/** Searches in a worker thread, so that the page stays responsive, and reports progress. */
self.addEventListener('message', ({ data }: MessageEvent<ProofTask>) => {
  let number: number | undefined
  for (let from = 0; number === undefined; from += NUMBERS_PER_SLICE) {
    number = findProof(data, { from, count: NUMBERS_PER_SLICE })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker's own postMessage has no origin.
    self.postMessage({ tried: from + NUMBERS_PER_SLICE, number })
  }
})
