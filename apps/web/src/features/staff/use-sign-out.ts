import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#platform/api-error.ts'
import { forgetStaffSession } from '#platform/staff-session.ts'
import { forgetTyped } from '#shared/draft.ts'
import { ADD_NAME_DRAFT, IMPORT_DRAFT } from './drafts.ts'
import { staff } from './queries.ts'

/** Ends the session here whatever becomes of the call: a computer may be shared. */
export function useSignOut() {
  const queries = useQueryClient()
  return async () => {
    try {
      await staff.signOut({}, { quiet: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      forgetTyped(ADD_NAME_DRAFT)
      forgetTyped(IMPORT_DRAFT)
      forgetStaffSession()
      queries.removeQueries({ queryKey: ['staff'] })
    }
  }
}
