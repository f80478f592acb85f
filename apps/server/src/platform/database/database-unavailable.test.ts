import { expect, it } from 'vitest'
import { CommitUnconfirmed, databaseErrorOf } from './database-unavailable.ts'

it('a commit that a node of a cluster did not answer has an unknown outcome', () => {
  // Citus has no code for it: it is an internal error, reported by this routine.
  const error = Object.assign(new Error('could not commit transaction for shard 102168'), {
    code: 'XX000',
    routine: 'ErrorIfPostCommitFailedShardPlacements',
  })
  expect(databaseErrorOf(error)).toBeInstanceOf(CommitUnconfirmed)
  const other = Object.assign(new Error('internal'), { code: 'XX000', routine: 'other' })
  expect(databaseErrorOf(other)).toBe(other)
})
