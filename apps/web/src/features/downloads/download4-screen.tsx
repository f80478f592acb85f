import { DownloadPage } from './download-page.tsx'
import { BadgeDrawing } from './drawings.tsx'

export default function Download4Screen() {
  return <DownloadPage name="download4" drawing={<BadgeDrawing />} />
}
