import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { restructureShapes } from '@qingzhou/contract/restructure'
import type { Input } from '@qingzhou/contract/shape'
import { ApiError } from '#platform/api/api-error.ts'
import { documentsQuery, restructure } from '#features/restructure/queries.ts'

type Asked = Input<typeof restructureShapes.documents>

/** Begins a document or hands it in; the answer is how things stand then. */
export function useDocuments() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  /** Answers whether the server took it. */
  async function ask(asked: Asked): Promise<boolean> {
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
      // It may have been handed in all the same, here or on another phone.
      await client.invalidateQueries(documentsQuery)
      return false
    }
  }

  return { ask, problem }
}
