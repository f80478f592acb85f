import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import { mayHaveCamera } from '#shared/face-check/camera.ts'
import { faces } from '#shared/face-check/face-outcome.ts'

/** Redirects to the page of the user's own mode. */
export function useFaceMode(here: 'channel' | 'page'): void {
  const hasCamera = mayHaveCamera()
  const { data } = useQuery({
    queryKey: ['face-mode', hasCamera],
    queryFn: async ({ signal }) => faces.checkModes({ hasCamera }, { signal, quiet: true }),
    staleTime: Infinity,
    retry: false,
  })
  const mode = data?.face

  useEffect(() => {
    if (mode === undefined || mode === here) return
    void go(pageOf[mode], { replace: true })
  }, [mode, here])
}

const pageOf = {
  channel: routes.identity.faceByChannel,
  page: routes.identity.faceInPage,
  elsewhere: routes.identity.faceUnsupported,
} as const
