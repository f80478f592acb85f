export {
  blockReasons,
  blockRules,
  reasonsWithout,
  type BlockReason,
  type Pause,
} from './block-rules.ts'
export { findBlocks, insertBlock, markReturned, type BlockRecord } from './block-store.ts'
export { notify } from './blocks.ts'
export {
  findReturned,
  freezeIfBlocked,
  isDebited,
  liftBlock,
  findPause,
  requireSignIn,
  requireUnblocked,
  setFrozenIfPossible,
} from './blocks.ts'
