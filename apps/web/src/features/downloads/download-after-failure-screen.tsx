import { DownloadPage } from './download-page.tsx'
import { OnwardDrawing } from './drawings.tsx'

export default function DownloadAfterFailureScreen() {
  return <DownloadPage name="verify-failed" drawing={<OnwardDrawing />} />
}
