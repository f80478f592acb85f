import { routes } from '#app/routes.ts'
import { FaceFailed } from './face-results.tsx'

export default function FaceFailedInPageScreen() {
  return (
    <FaceFailed
      route={routes.identity.faceFailedInPage}
      step="faceInPage"
      again={routes.identity.faceInPage}
    />
  )
}
