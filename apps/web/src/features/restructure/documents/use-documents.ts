import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input } from '@qingzhou/contract/wire/shape'
import { ApiError } from '#platform/api/api-error.ts'
import { documentsQuery, restructure } from '#features/restructure/queries.ts'

type DocumentInput = Input<typeof restructureShapes.documents>

/** Starts or submits a document; the answer is the new state. */
export function useDocuments() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  /** Returns whether the server accepted it. */
  async function ask(asked: DocumentInput): Promise<boolean> {
    setProblem(undefined)
    try {
      client.setQueryData(
        documentsQuery.queryKey,
        await restructure.documents(asked, { quiet: true }),
      )
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // It may have been submitted on another phone: request the state.
      await client.invalidateQueries(documentsQuery)
      return false
    }
  }

  return { ask, problem }
}
