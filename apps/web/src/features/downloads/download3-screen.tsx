import { DownloadPage } from './download-page.tsx'
import { StepsDrawing } from './drawings.tsx'

export default function Download3Screen() {
  return <DownloadPage name="download3" drawing={<StepsDrawing />} />
}
