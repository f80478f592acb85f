import type { FacePurpose } from '@qingzhou/contract/identity'
import { useState } from 'react'
import { ApiError } from '#platform/api-error.ts'
import { faces } from './face-calls.ts'

/** Leaves for the channel's own face service, which comes back to a page of ours. */
export function useChannelFace(check: { purpose: FacePurpose; businessNo?: string | undefined }) {
  const [problem, setProblem] = useState<string>()

  async function leave() {
    setProblem(undefined)
    try {
      const { purpose, businessNo } = check
      const { faceSessionNo } = await faces.openFaceSession(
        { purpose, businessNo },
        { quiet: true },
      )
      const { url } = await faces.faceStartParams({ faceSessionNo }, { quiet: true })
      window.location.assign(url)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
  }

  return { leave, problem }
}
