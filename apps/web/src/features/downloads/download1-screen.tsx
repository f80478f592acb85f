import { DownloadPage } from './download-page.tsx'
import { BillsDrawing } from './drawings.tsx'

export default function Download1Screen() {
  return <DownloadPage name="download1" drawing={<BillsDrawing />} />
}
