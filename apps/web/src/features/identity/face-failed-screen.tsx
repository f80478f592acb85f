import { routes } from '#app/routes.ts'
import { FaceFailed } from './face-results.tsx'

export default function FaceFailedScreen() {
  return (
    <FaceFailed
      route={routes.identity.faceFailed}
      step="faceByChannel"
      again={routes.identity.faceByChannel}
    />
  )
}
