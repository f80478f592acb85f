import { DownloadPage } from './download-page.tsx'
import { FifthYearDrawing } from './drawings.tsx'

export default function Download5thYearScreen() {
  return <DownloadPage name="download5th" drawing={<FifthYearDrawing />} />
}
